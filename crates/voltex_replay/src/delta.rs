//! What differs between two byte strings, as runs.
//!
//! A difference is the new length, and then runs: how many bytes stay, how many come new, and those. The
//! three numbers are written in as few bytes as they need, seven bits in each, lowest first. Strings are
//! compared place by place: encoded components keep their places when values change, rows are appended or
//! the last one moves into a gap, which is all that a world does to them.

/// Equal bytes between two differences that are not worth a run of their own.
const WORTH_A_RUN: usize = 3;

const TOO_LARGE: Misfit = "a number in it is too large";

/// Why a difference could not be applied.
pub(crate) type Misfit = &'static str;

/// Appends what leads from `old` to `new`; nothing at all where they are equal. Returns whether they differ.
pub(crate) fn diff(old: &[u8], new: &[u8], out: &mut Vec<u8>) -> bool {
    if old == new {
        return false;
    }
    write_number(new.len(), out);
    let common = old.len().min(new.len());
    // End of the last run.
    let mut written = 0;
    let mut at = next_difference(old, new, 0, common);
    while at < common {
        let start = at;
        let mut end = at + 1;
        loop {
            at = next_difference(old, new, end, common);
            if at >= common || at - end > WORTH_A_RUN {
                break;
            }
            end = at + 1;
        }
        if at >= common && new.len() > common && common - end <= WORTH_A_RUN {
            // Joins what is appended.
            end = new.len();
        }
        write_run(start - written, &new[start..end], out);
        written = end;
    }
    if written < new.len() && new.len() > common {
        write_run(common - written, &new[common..], out);
    }
    true
}

fn write_run(kept: usize, bytes: &[u8], out: &mut Vec<u8>) {
    write_number(kept, out);
    write_number(bytes.len(), out);
    out.extend_from_slice(bytes);
}

/// First place from `at` on where the two differ, or `end`.
fn next_difference(old: &[u8], new: &[u8], mut at: usize, end: usize) -> usize {
    // Eight at a time; equal bytes are the rule.
    while at + 8 <= end && old[at..at + 8] == new[at..at + 8] {
        at += 8;
    }
    while at < end && old[at] == new[at] {
        at += 1;
    }
    at
}

/// Applies what [`diff`] wrote. The result is at most as long as the two inputs together.
pub(crate) fn apply(mut delta: &[u8], bytes: &mut Vec<u8>) -> Result<(), Misfit> {
    let length = read_number(&mut delta)?;
    if length > bytes.len() + delta.len() {
        return Err("it is longer than what it brings");
    }
    bytes.truncate(length);
    let mut at = 0_usize;
    while !delta.is_empty() {
        let (kept, count) = (read_number(&mut delta)?, read_number(&mut delta)?);
        let start = match at.checked_add(kept) {
            Some(start) if start <= bytes.len() => start,
            _ => return Err("it keeps bytes that are not there"),
        };
        let Some((run, rest)) = delta.split_at_checked(count) else {
            return Err("it ends early");
        };
        let end = start + count;
        if end > length {
            return Err("it writes past its end");
        }
        if end > bytes.len() {
            bytes.resize(end, 0);
        }
        bytes[start..end].copy_from_slice(run);
        (at, delta) = (end, rest);
    }
    if bytes.len() == length {
        Ok(())
    } else {
        Err("it leaves bytes open")
    }
}

pub(crate) fn write_number(mut number: usize, out: &mut Vec<u8>) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

pub(crate) fn read_number(bytes: &mut &[u8]) -> Result<usize, Misfit> {
    let mut number = 0_u64;
    for shift in (0..35).step_by(7) {
        let Some((byte, rest)) = bytes.split_first() else {
            return Err("it ends early");
        };
        *bytes = rest;
        number |= u64::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            // 35 bits are more than a `usize` of 32 holds.
            return usize::try_from(number).map_err(|_| TOO_LARGE);
        }
    }
    Err(TOO_LARGE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn check(old: &[u8], new: &[u8]) -> usize {
        let mut delta = Vec::new();
        let differ = diff(old, new, &mut delta);
        assert_eq!(differ, old != new);
        if differ {
            let mut bytes = old.to_vec();
            apply(&delta, &mut bytes).unwrap();
            assert_eq!(bytes, new);
        }
        delta.len()
    }

    #[test]
    fn one_changed_float_costs_its_bytes_and_a_few() {
        let old = vec![7; 100_000];
        let mut new = old.clone();
        new[50_000..50_004].copy_from_slice(&1.0_f32.to_le_bytes());
        assert!(check(&old, &new) <= 4 + 8);
        assert_eq!(check(&old, &old), 0);
    }

    #[test]
    fn lengths_may_change() {
        check(&[], &[1]);
        check(&[1], &[]);
        check(&[1, 2, 3, 4, 5, 6, 7, 8, 9, 10], &[1, 2, 3]);
        check(&[1, 2, 3], &[1, 2, 3, 4]);
        check(&[1, 2, 3, 4, 5], &[9, 2, 3, 4, 5, 6, 7]);
        check(&[1; 40], &[[1; 38].as_slice(), &[2, 2, 2, 2]].concat());
    }

    proptest! {
        #[test]
        fn any_two_strings(
            old in proptest::collection::vec(0_u8..3, 0..200),
            new in proptest::collection::vec(0_u8..3, 0..200),
        ) {
            check(&old, &new);
        }

        /// Whatever the bytes, there is an answer, and no more memory than the two inputs take.
        #[test]
        fn hostile_differences(
            delta in proptest::collection::vec(any::<u8>(), 0..60),
            old in proptest::collection::vec(any::<u8>(), 0..60),
        ) {
            let mut bytes = old.clone();
            if apply(&delta, &mut bytes).is_ok() {
                prop_assert!(bytes.len() <= old.len() + delta.len());
            }
        }
    }
}
