//! What differs between two byte strings in which much has changed a little, and pieces have grown, shrunk or moved.
//!
//! Each byte of the new string is paired with one of the old, and what is kept is the exclusive or of both: of a number
//! that has changed a little the sign, the exponent and the first digits are then zeros, which cost nothing. Pairs
//! follow from pieces that both strings have; see [`pieces`].
//!
//! A difference is the new length and the number of stretches; for each of these its length and how much farther on than
//! before (zigzag) the paired bytes of the old string lie; then, for groups of eight bytes of the new string in turn, how
//! many are all zeros, how many follow that are not, and of each of those a byte with a bit for every byte that is not
//! zero, and these bytes. The last group may be shorter. Numbers are written as in [`delta`](crate::delta).

use voltex_physics::{StateMark, state_outline};

use crate::delta::{Misfit, read_number, write_number};

/// Name of the part whose pieces are known.
pub(crate) const STATE: &str = "voltex.physics_state";

/// Bytes in a group.
const GROUP: usize = 8;

/// So many bytes of the new string are paired with those of the old that begin so much (bytes) farther on than in the new.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stretch {
    length: usize,
    shift: i64,
}

/// How the bytes of a part are paired: piece with piece where the part has such, else place by place.
fn stretches(name: &str, old: &[u8], new: &[u8]) -> Vec<Stretch> {
    let outlines = (name == STATE).then(|| Some((state_outline(old)?, state_outline(new)?)));
    match outlines.flatten() {
        Some((of_old, of_new)) => pieces(&of_old, &of_new, new.len()),
        None => vec![Stretch {
            length: new.len(),
            shift: 0,
        }],
    }
}

/// Pairs the pieces of two strings. One that the old string does not have is paired like the one before it: whatever lies
/// there is as good as anything.
fn pieces(old: &[StateMark], new: &[StateMark], length: usize) -> Vec<Stretch> {
    let mut stretches: Vec<Stretch> = Vec::new();
    let mut rest = old;
    // Pieces of the old string in the slot of the new one.
    let mut slot: &[StateMark] = &[];
    let mut shift = 0;
    for (index, mark) in new.iter().enumerate() {
        if index == 0 || new[index - 1].place != mark.place {
            let before = rest.iter().take_while(|other| other.place < mark.place);
            let first = before.count();
            let within = rest[first..]
                .iter()
                .take_while(|other| other.place == mark.place);
            let count = within.count();
            (slot, rest) = rest[first..].split_at(count);
        }
        if let Some(other) = slot.iter().find(|other| other.part == mark.part) {
            shift = other.start as i64 - mark.start as i64;
        }
        let end = new.get(index + 1).map_or(length, |next| next.start);
        match stretches.last_mut() {
            Some(last) if last.shift == shift => last.length += end - mark.start,
            _ => stretches.push(Stretch {
                length: end - mark.start,
                shift,
            }),
        }
    }
    stretches
}

/// The part of the old string that is paired with a stretch at a place of the new one; shorter or empty where the old string
/// has begun later or ended.
fn paired(old: &[u8], at: usize, stretch: Stretch) -> (usize, &[u8]) {
    let start = at as i64 + stretch.shift;
    let before = if start < 0 {
        start.unsigned_abs() as usize
    } else {
        0
    };
    let before = before.min(stretch.length);
    let first = usize::try_from(start + before as i64)
        .unwrap_or(usize::MAX)
        .min(old.len());
    let end = first.saturating_add(stretch.length - before).min(old.len());
    (before, &old[first..end])
}

/// Takes the exclusive or of the paired bytes into `bytes`.
fn cross(old: &[u8], bytes: &mut [u8], stretches: &[Stretch]) {
    let mut at = 0;
    for stretch in stretches {
        let (before, other) = paired(old, at, *stretch);
        let own = &mut bytes[at + before..at + stretch.length];
        own.iter_mut()
            .zip(other)
            .for_each(|(own, other)| *own ^= other);
        at += stretch.length;
    }
}

/// Appends what leads from `old` to `new`, parts of that name.
pub(crate) fn weave(name: &str, old: &[u8], new: &[u8], out: &mut Vec<u8>) {
    let stretches = stretches(name, old, new);
    write_number(new.len(), out);
    write_number(stretches.len(), out);
    let mut last = 0;
    for stretch in &stretches {
        write_number(stretch.length, out);
        let step = stretch.shift - last;
        write_number(((step << 1) ^ (step >> 63)) as usize, out);
        last = stretch.shift;
    }
    let mut crossed = new.to_vec();
    cross(old, &mut crossed, &stretches);
    let is_zero = |group: &&[u8]| group.iter().all(|byte| *byte == 0);
    let groups: Vec<&[u8]> = crossed.chunks(GROUP).collect();
    let mut rest = groups.as_slice();
    while !rest.is_empty() {
        let zeros = rest.iter().take_while(|group| is_zero(group)).count();
        let others = rest[zeros..]
            .iter()
            .take_while(|group| !is_zero(group))
            .count();
        write_number(zeros, out);
        write_number(others, out);
        for group in &rest[zeros..zeros + others] {
            let bits = (0..).zip(*group).filter(|(_, byte)| **byte != 0);
            out.push(bits.fold(0, |mask, (bit, _): (u32, _)| mask | 1 << bit));
            out.extend(group.iter().filter(|byte| **byte != 0));
        }
        rest = &rest[zeros + others..];
    }
}

/// Applies what [`weave`] wrote. The result is at most as long as the two inputs together.
pub(crate) fn unweave(mut delta: &[u8], old: &[u8]) -> Result<Vec<u8>, Misfit> {
    let most = old.len() + delta.len();
    let length = read_number(&mut delta)?;
    if length > most {
        return Err("it is longer than what it brings");
    }
    let count = read_number(&mut delta)?;
    if count > delta.len() / 2 {
        return Err("it ends early");
    }
    let (mut stretches, mut at, mut shift) = (Vec::with_capacity(count), 0, 0);
    for _ in 0..count {
        let (length, step) = (read_number(&mut delta)?, read_number(&mut delta)? as i64);
        // Numbers have 35 bits, and there are fewer steps than bytes: no sum of them overflows.
        shift += (step >> 1) ^ -(step & 1);
        at = length.saturating_add(at);
        stretches.push(Stretch { length, shift });
    }
    if at != length {
        return Err("its pieces are not as long as the whole");
    }
    let mut bytes = vec![0; length];
    let (mut group, groups) = (0, length.div_ceil(GROUP));
    while group < groups {
        let (zeros, others) = (read_number(&mut delta)?, read_number(&mut delta)?);
        let both = zeros.saturating_add(others);
        if both == 0 || both > groups - group {
            return Err("its groups are not as many as the whole has");
        }
        group += zeros;
        for _ in 0..others {
            let (mask, rest) = delta.split_first().ok_or("it ends early")?;
            let own = rest.split_at_checked(mask.count_ones() as usize);
            let (own, rest) = own.ok_or("it ends early")?;
            let places = (0..GROUP).filter(|bit| mask & 1 << bit != 0);
            for (bit, byte) in places.zip(own) {
                let place = bytes.get_mut(group * GROUP + bit);
                *place.ok_or("it writes past its end")? = *byte;
            }
            delta = rest;
            group += 1;
        }
    }
    if !delta.is_empty() {
        return Err("it goes on behind its end");
    }
    cross(old, &mut bytes, &stretches);
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn check(name: &str, old: &[u8], new: &[u8]) -> usize {
        let mut delta = Vec::new();
        weave(name, old, new, &mut delta);
        // What the bound refuses is not taken by `Delta` either.
        if new.len() <= old.len() + delta.len() {
            assert_eq!(unweave(&delta, old).unwrap(), new);
        }
        delta.len()
    }

    /// Numbers whose last digits change cost these digits and a bit for each byte, not all of themselves.
    #[test]
    fn numbers_that_change_a_little_cost_little() {
        let number = |index: u32| 1.0 + index as f32;
        let bytes = |shift: f32| -> Vec<u8> {
            (0..1000)
                .flat_map(|index| (number(index) * (1.0 + shift)).to_le_bytes())
                .collect()
        };
        let cost = check("numbers", &bytes(0.0), &bytes(1e-6));
        assert!(cost < 1000 * 2, "{cost} of 4000 bytes");
        assert_eq!(
            check("numbers", &bytes(0.0), &bytes(0.0)),
            2 + 1 + 2 + 1 + 2 + 1
        );
    }

    /// Counts whose double, or whose sum, wraps where a `usize` has 32 bits.
    #[test]
    fn counts_that_wrap_at_32_bits_are_refused() {
        let half = [0x80, 0x80, 0x80, 0x80, 0x08];
        let stretches = [&[0][..], &half].concat();
        assert_eq!(unweave(&stretches, &[]), Err("it ends early"));
        // One stretch of eight bytes, then half of all groups that are zeros and as many that are not.
        let groups = [&[8, 1, 8, 0][..], &half, &half].concat();
        let refused = unweave(&groups, &[0; 8]);
        assert_eq!(refused, Err("its groups are not as many as the whole has"));
        // 2^35 - 1 is a number of 35 bits: refused by its size at the latest where it is a length.
        let length = [0xff, 0xff, 0xff, 0xff, 0x7f];
        assert!(unweave(&length, &[]).is_err());
    }

    #[test]
    fn pieces_are_found_where_they_have_gone() {
        let mark = |slot: u32, part: u64, start: usize| StateMark {
            place: (3, slot),
            part,
            start,
        };
        let old = [
            mark(0, 0, 0),
            mark(0, 7, 10),
            mark(0, 9, 30),
            mark(1, 0, 50),
            mark(3, 0, 60),
        ];
        let new = [
            mark(0, 0, 0),
            mark(0, 9, 10),
            mark(1, 0, 30),
            mark(2, 0, 40),
            mark(3, 0, 55),
        ];
        let stretch = |length: usize, shift: i64| Stretch { length, shift };
        assert_eq!(
            pieces(&old, &new, 80),
            [stretch(10, 0), stretch(45, 20), stretch(25, 5)]
        );
    }

    #[test]
    fn what_lies_outside_counts_as_zeros() {
        let old = [1_u8, 2, 3, 4];
        let crossed = |shift: i64| {
            let mut bytes = [0; 6];
            cross(&old, &mut bytes, &[Stretch { length: 6, shift }]);
            bytes
        };
        assert_eq!(crossed(0), [1, 2, 3, 4, 0, 0]);
        assert_eq!(crossed(-3), [0, 0, 0, 1, 2, 3]);
        assert_eq!(crossed(2), [3, 4, 0, 0, 0, 0]);
        assert_eq!(crossed(9), [0; 6]);
        assert_eq!(crossed(-9), [0; 6]);
    }

    proptest! {
        #[test]
        fn any_two_strings(
            old in proptest::collection::vec(0_u8..3, 0..100),
            new in proptest::collection::vec(0_u8..3, 0..100),
        ) {
            check("anything", &old, &new);
            check(STATE, &old, &new);
        }

        /// Whatever the bytes, there is an answer, and no more memory than the two inputs take.
        #[test]
        fn hostile_differences(
            delta in proptest::collection::vec(prop_oneof![0_u8..12, any::<u8>()], 0..60),
            old in proptest::collection::vec(any::<u8>(), 0..60),
        ) {
            if let Ok(bytes) = unweave(&delta, &old) {
                prop_assert!(bytes.len() <= old.len() + delta.len());
            }
        }

        /// A difference with one byte changed leads somewhere or nowhere, and the way there is without harm.
        #[test]
        fn spoilt_differences(
            old in proptest::collection::vec(any::<u8>(), 40..80),
            new in proptest::collection::vec(any::<u8>(), 40..80),
            place in 0_usize..200,
            byte in any::<u8>(),
        ) {
            let mut delta = Vec::new();
            weave("anything", &old, &new, &mut delta);
            let place = place % delta.len();
            delta[place] = byte;
            if let Ok(bytes) = unweave(&delta, &old) {
                prop_assert!(bytes.len() <= old.len() + delta.len());
            }
        }
    }
}
