//! Pairs kept from step to step, beside a look at every two boxes.

use std::sync::atomic::{AtomicUsize, Ordering};

use proptest::prelude::*;
use voltex_math::random::{Key, uniform};
use voltex_math::{Aabb, Vec3};
use voltex_physics::broad::{BoxId, BoxPair, BroadPhase, Mobility};

#[derive(Clone, Debug)]
enum Operation {
    Insert(Vec3, bool),
    InsertMany(Vec<Vec3>, bool),
    Remove(usize),
    Move(usize, Vec3),
    MoveAll(Vec3),
    Switch(usize),
    Touch(usize),
    Update,
}

fn operation() -> impl Strategy<Value = Operation> {
    let point = || prop::array::uniform3(-6.0_f32..6.0).prop_map(Vec3::from_array);
    prop_oneof![
        6 => (point(), any::<bool>()).prop_map(|(p, m)| Operation::Insert(p, m)),
        1 => (prop::collection::vec(point(), 0..30), any::<bool>()).prop_map(|(p, m)| Operation::InsertMany(p, m)),
        3 => (0_usize..1000).prop_map(Operation::Remove),
        6 => (0_usize..1000, point()).prop_map(|(i, by)| Operation::Move(i, by * 0.2)),
        2 => point().prop_map(|by| Operation::MoveAll(by * 0.2)),
        1 => (0_usize..1000).prop_map(Operation::Switch),
        1 => (0_usize..1000).prop_map(Operation::Touch),
        4 => Just(Operation::Update),
    ]
}

fn around(center: Vec3) -> Aabb {
    Aabb::from_center_half_extents(center, Vec3::splat(0.7))
}

fn mobility(moving: bool) -> Mobility {
    if moving {
        Mobility::Moving
    } else {
        Mobility::Static
    }
}

/// Some pairs are refused, as a rule on the ids.
fn accept(a: BoxId, b: BoxId) -> bool {
    assert!(a < b);
    !(a.0 + b.0).is_multiple_of(5)
}

fn all_pairs(broad: &BroadPhase, boxes: &[(BoxId, Vec3, bool)]) -> Vec<BoxPair> {
    let mut pairs = Vec::new();
    for (i, (a, _, moving_a)) in boxes.iter().enumerate() {
        for (b, _, moving_b) in &boxes[i + 1..] {
            let pair = (*a.min(b), *a.max(b));
            let (x, y) = (broad.fat_box(*a).unwrap(), broad.fat_box(*b).unwrap());
            if (*moving_a || *moving_b) && x.intersects(&y) && accept(pair.0, pair.1) {
                pairs.push(pair);
            }
        }
    }
    pairs.sort_unstable();
    pairs
}

proptest! {
    #[test]
    fn pairs_are_those_of_every_two_boxes(operations in prop::collection::vec(operation(), 1..80)) {
        let mut broad = BroadPhase::default();
        let mut boxes: Vec<(BoxId, Vec3, bool)> = Vec::new();
        for operation in operations.iter().chain([&Operation::Update]) {
            let at = |i: usize, boxes: &[(BoxId, Vec3, bool)]| (!boxes.is_empty()).then(|| i % boxes.len());
            match operation {
                Operation::Insert(p, moving) => {
                    boxes.push((broad.insert(&around(*p), mobility(*moving)).unwrap(), *p, *moving));
                }
                Operation::InsertMany(points, moving) => {
                    let list: Vec<Aabb> = points.iter().copied().map(around).collect();
                    let ids = broad.insert_all(&list, mobility(*moving)).unwrap();
                    boxes.extend(ids.into_iter().zip(points).map(|(id, p)| (id, *p, *moving)));
                }
                Operation::Remove(i) => if let Some(i) = at(*i, &boxes) {
                    let (id, ..) = boxes.remove(i);
                    prop_assert!(broad.remove(id) && !broad.remove(id));
                }
                Operation::Move(i, by) => if let Some(i) = at(*i, &boxes) {
                    boxes[i].1 += *by;
                    broad.set(boxes[i].0, &around(boxes[i].1)).unwrap();
                }
                // Every other one the other way.
                Operation::MoveAll(by) => {
                    for (i, (_, p, _)) in boxes.iter_mut().enumerate() {
                        *p += if i.is_multiple_of(2) { *by } else { -*by };
                    }
                    let list: Vec<(BoxId, Aabb)> = boxes.iter().map(|(id, p, _)| (*id, around(*p))).collect();
                    broad.set_all(&list).unwrap();
                }
                Operation::Switch(i) => if let Some(i) = at(*i, &boxes) {
                    boxes[i].2 = !boxes[i].2;
                    broad.set_mobility(boxes[i].0, mobility(boxes[i].2));
                }
                Operation::Touch(i) => if let Some(i) = at(*i, &boxes) {
                    broad.touch(boxes[i].0);
                }
                Operation::Update => {
                    let before = broad.pairs().to_vec();
                    broad.update(accept);
                    let after = all_pairs(&broad, &boxes);
                    prop_assert_eq!(broad.pairs(), &after);
                    // What is new and what is gone make up the difference; a pair of a removed box and one of the
                    // box that takes its number may be the same pair.
                    let mut rebuilt: Vec<BoxPair> = before.into_iter().filter(|p| !broad.removed().contains(p)).collect();
                    rebuilt.extend(broad.added());
                    rebuilt.sort_unstable();
                    prop_assert_eq!(rebuilt, after);
                    broad.update(accept);
                    prop_assert!(broad.added().is_empty() && broad.removed().is_empty());
                }
            }
        }
    }
}

fn scattered(count: u64, side: f32) -> Vec<Aabb> {
    let key = Key::new(3, count);
    let at = |i: u64, axis: u64| uniform(key, 3 * i + axis) as f32 * side;
    (0..count)
        .map(|i| around(Vec3::new(at(i, 0), at(i, 1), at(i, 2))))
        .collect()
}

#[test]
fn pairs_do_not_depend_on_threads() {
    let run = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .unwrap();
        pool.install(|| {
            let mut broad = BroadPhase::default();
            broad
                .insert_all(&scattered(500, 20.0), Mobility::Static)
                .unwrap();
            let ids = broad
                .insert_all(&scattered(3000, 24.0), Mobility::Moving)
                .unwrap();
            let mut history = Vec::new();
            for step in 0..5_u8 {
                let boxes = scattered(3000, 24.0 - 0.02 * f32::from(step));
                for (id, bounds) in ids.iter().zip(boxes) {
                    broad.set(*id, &bounds).unwrap();
                }
                broad.update(|_, _| true);
                history.push((
                    broad.pairs().to_vec(),
                    broad.added().to_vec(),
                    broad.removed().to_vec(),
                ));
            }
            (history, broad)
        })
    };
    let one = run(1);
    assert!(one.0[0].0.len() > 1000);
    for threads in [2, 3, 8] {
        assert!(
            run(threads) == one,
            "{threads} threads give other pairs than one"
        );
    }
}

/// A hundred thousand boxes at rest and a ball that moves: only what the ball meets is looked at.
#[test]
fn static_boxes_cost_nothing_per_step() {
    let mut broad = BroadPhase::default();
    broad
        .insert_all(&scattered(100_000, 100.0), Mobility::Static)
        .unwrap();
    let ball = broad
        .insert(&around(Vec3::splat(50.0)), Mobility::Moving)
        .unwrap();
    broad.update(|_, _| true);
    let asked = AtomicUsize::new(0);
    for step in 0..1000_u16 {
        let center = Vec3::splat(50.0 + f32::from(step) * 0.01);
        broad.set(ball, &around(center)).unwrap();
        broad.update(|_, _| {
            asked.fetch_add(1, Ordering::Relaxed);
            true
        });
    }
    // The ball leaves its fat box at every eighth step; boxes with edges of 1.4 m lie one in 10 m^3, so that each
    // time it meets about 0.1 * 2.9^3 = 2.4 of them.
    let asked = asked.into_inner();
    assert!(
        (100..600).contains(&asked),
        "{asked} boxes were asked about"
    );
}

#[test]
fn bad_boxes_and_unknown_ids_are_refused() {
    let mut broad = BroadPhase::default();
    let bad = Aabb {
        min: Vec3::NAN,
        max: Vec3::ONE,
    };
    assert!(broad.insert(&bad, Mobility::Moving).is_err());
    let id = broad.insert(&around(Vec3::ZERO), Mobility::Moving).unwrap();
    assert!(broad.set(id, &bad).is_err());
    assert!(broad.set(BoxId(9), &around(Vec3::ZERO)).is_err());
    for wrong in [(id, bad), (BoxId(9), around(Vec3::ZERO))] {
        let before = broad.clone();
        assert!(broad.set_all(&[(id, around(Vec3::ONE)), wrong]).is_err());
        assert!(broad == before);
    }
    assert!(!broad.remove(BoxId(9)) && !broad.set_mobility(BoxId(9), Mobility::Static));
    broad.touch(BoxId(9));
    assert_eq!((broad.len(), broad.fat_box(BoxId(9))), (1, None));
}

/// Of many boxes one or two move at a time: the pairs of these alone are looked at, and those of all come out.
#[test]
fn few_moves_among_many_boxes() {
    let key = Key::new(17, 3);
    let mut broad = BroadPhase::default();
    let place =
        |i: u64| Vec3::from_array([0, 1, 2].map(|j| (uniform(key, i * 3 + j) * 8.0) as f32));
    let mut boxes: Vec<(BoxId, Vec3, bool)> = Vec::new();
    for i in 0..400 {
        let moving = i % 4 != 0;
        let id = broad.insert(&around(place(i)), mobility(moving)).unwrap();
        boxes.push((id, place(i), moving));
    }
    broad.update(accept);
    assert!(broad.pairs().len() > 16 * 20);
    for round in 0..200_u64 {
        let before = broad.pairs().to_vec();
        for n in 0..=round % 3 {
            let at = ((round * 37 + n * 101) % boxes.len() as u64) as usize;
            let to = place(1000 + round * 4 + n);
            if round % 7 == 6 && n == 0 {
                broad.remove(boxes.swap_remove(at).0);
            } else {
                broad.set(boxes[at].0, &around(to)).unwrap();
            }
        }
        broad.update(accept);
        let pairs = all_pairs(&broad, &boxes);
        assert_eq!(broad.pairs(), pairs, "round {round}");
        let gone = |pair: &&BoxPair| pairs.binary_search(pair).is_err();
        let new = |pair: &&BoxPair| before.binary_search(pair).is_err();
        assert!(broad.removed().iter().eq(before.iter().filter(gone)));
        assert!(broad.added().iter().eq(pairs.iter().filter(new)));
    }
}
