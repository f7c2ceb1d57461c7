//! Sorted lists of pairs of boxes: put in order, compared, changed.

use super::broad_phase::{BoxId, BoxPair};

/// A number that orders pairs as they are ordered.
#[inline]
fn key((a, b): &BoxPair) -> u64 {
    u64::from(a.0) << 32 | u64::from(b.0)
}

/// Pairs for each box from which on they are dealt out by their first box.
const SPARSE: usize = 8;

/// Sorts pairs of boxes whose numbers are below `numbers`; `spare` is kept for its memory.
///
/// Each box has few partners: the pairs are dealt out by their first box, and those of one are put in order after. That
/// costs a few steps for each pair and each number, where comparing would cost as many comparisons as the number of
/// pairs has bits, half of them guessed wrong.
pub(super) fn sort(pairs: &mut Vec<BoxPair>, numbers: usize, spare: &mut Vec<BoxPair>) {
    if pairs.len() < numbers / SPARSE {
        pairs.sort_unstable_by_key(key);
        return;
    }
    let mut places = vec![0_u32; numbers];
    for (first, _) in &*pairs {
        places[first.0 as usize] += 1;
    }
    let mut end = 0;
    for place in &mut places {
        let count = *place;
        *place = end;
        end += count;
    }
    spare.clear();
    spare.resize(pairs.len(), (BoxId(0), BoxId(0)));
    for pair in &*pairs {
        let place = &mut places[pair.0.0 as usize];
        spare[*place as usize] = *pair;
        *place += 1;
    }
    std::mem::swap(pairs, spare);
    for of_one in pairs.chunk_by_mut(|one, next| one.0 == next.0) {
        if of_one.len() > 1 {
            of_one.sort_unstable_by_key(key);
        }
    }
}

/// The pairs with their boxes exchanged, sorted.
pub(super) fn turned(pairs: &[BoxPair]) -> Vec<BoxPair> {
    let mut turned: Vec<BoxPair> = pairs.iter().map(|(a, b)| (*b, *a)).collect();
    turned.sort_unstable_by_key(key);
    turned
}

/// Pairs of a sorted list that begin with a box.
pub(super) fn of_first(pairs: &[BoxPair], id: BoxId) -> impl Iterator<Item = BoxPair> + '_ {
    let start = pairs.partition_point(|pair| pair.0 < id);
    let rest = pairs[start..].iter().copied();
    rest.take_while(move |pair| pair.0 == id)
}

/// Which pairs of the old ones are no more, and which of the new ones were not; all lists are sorted.
pub(super) fn differences(
    old: impl Iterator<Item = BoxPair>,
    new: &[BoxPair],
    removed: &mut Vec<BoxPair>,
    added: &mut Vec<BoxPair>,
) {
    let mut new = new;
    for pair in old {
        while let [next, rest @ ..] = new
            && key(next) < key(&pair)
        {
            added.push(*next);
            new = rest;
        }
        match new {
            [next, rest @ ..] if *next == pair => new = rest,
            _ => removed.push(pair),
        }
    }
    added.extend_from_slice(new);
}

/// Takes pairs out of a sorted list and puts others in; all are sorted. What lies between two changes is copied at once.
pub(super) fn exchange(
    list: &mut Vec<BoxPair>,
    mut removed: &[BoxPair],
    mut added: &[BoxPair],
    spare: &mut Vec<BoxPair>,
) {
    spare.clear();
    let mut rest = &list[..];
    loop {
        let (change, goes) = match (removed.first(), added.first()) {
            (Some(old), Some(new)) if key(old) < key(new) => (*old, true),
            (Some(old), None) => (*old, true),
            (_, Some(new)) => (*new, false),
            (None, None) => break,
        };
        let run = rest.iter().take_while(|pair| key(pair) < key(&change));
        let (before, after) = rest.split_at(run.count());
        spare.extend_from_slice(before);
        rest = after;
        if goes {
            removed = &removed[1..];
            rest = rest.strip_prefix(&[change]).unwrap_or(rest);
        } else {
            added = &added[1..];
            spare.push(change);
        }
    }
    spare.extend_from_slice(rest);
    std::mem::swap(list, spare);
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use voltex_math::random::{Key, Sequence};

    use super::*;

    /// Different pairs of boxes below `numbers`, in no order.
    fn some_pairs(draws: &mut Sequence, numbers: u32, count: usize) -> Vec<BoxPair> {
        let mut seen = BTreeSet::new();
        let mut number = || draws.uniform_in(0.0, f64::from(numbers)) as u32;
        let draw = |_| (BoxId(number()), BoxId(number()));
        let pairs = (0..count).map(draw);
        pairs.filter(|pair| seen.insert(*pair)).collect()
    }

    /// The order is that of comparing, for few and for many pairs of a box.
    #[test]
    fn dealt_out_pairs_are_in_the_order_of_comparing() {
        let mut draws = Key::new(4, 31).sequence();
        let mut spare = Vec::new();
        for (numbers, count) in [
            (1, 1),
            (40, 0),
            (40, 4),
            (40, 5),
            (300, 900),
            (9, 80),
            (2000, 240),
        ] {
            let mut pairs = some_pairs(&mut draws, numbers, count);
            let mut compared = pairs.clone();
            compared.sort_unstable();
            sort(&mut pairs, numbers as usize, &mut spare);
            assert_eq!(pairs, compared, "{numbers} {count}");
        }
    }

    /// Both differences are those of sets, and the exchange makes the new list of the old one.
    #[test]
    fn differences_of_lists_are_those_of_sets() {
        let mut draws = Key::new(4, 32).sequence();
        let mut spare = Vec::new();
        for count in [0, 1, 10, 100, 400] {
            let [mut old, mut new] = [0, 1].map(|_| some_pairs(&mut draws, 20, count));
            sort(&mut old, 20, &mut spare);
            sort(&mut new, 20, &mut spare);
            let [before, after]: [BTreeSet<BoxPair>; 2] =
                [&old, &new].map(|list| list.iter().copied().collect());
            let (mut removed, mut added) = (Vec::new(), Vec::new());
            differences(old.iter().copied(), &new, &mut removed, &mut added);
            assert!(removed.iter().eq(before.difference(&after)), "{count}");
            assert!(added.iter().eq(after.difference(&before)), "{count}");
            exchange(&mut old, &removed, &added, &mut spare);
            assert_eq!(old, new);
        }
    }
}
