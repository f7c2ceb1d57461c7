//! The tree of boxes that come, move and go, beside a plain list.

use proptest::prelude::*;
use voltex_math::random::{Key, uniform};
use voltex_math::{Aabb, Vec3};
use voltex_physics::broad::{DynamicBvh, Proxy};

#[derive(Clone, Debug)]
enum Operation {
    Insert(Aabb),
    InsertMany(Vec<Aabb>),
    Remove(usize),
    Set(usize, Aabb),
    Shift(usize, Vec3),
    SetMany(usize, Vec<(usize, Aabb)>),
    ShiftAll(Vec3),
    Improve(usize),
    Rebuild,
}

fn point() -> impl Strategy<Value = Vec3> {
    let coordinate = prop_oneof![(-6_i8..6).prop_map(f32::from), -10.0_f32..10.0, Just(1e5)];
    let coordinate = coordinate.boxed();
    (coordinate.clone(), coordinate.clone(), coordinate).prop_map(Vec3::from)
}

fn any_box() -> impl Strategy<Value = Aabb> {
    prop_oneof![
        4 => (point(), 0.0_f32..2.0).prop_map(|(c, h)| Aabb::from_center_half_extents(c, Vec3::splat(h))),
        1 => (point(), point()).prop_map(|(a, b)| Aabb::new(a, b)),
        1 => point().prop_map(|p| Aabb::new(p, p)),
        1 => Just(Aabb::new(Vec3::splat(-1e30), Vec3::splat(1e30))),
    ]
}

fn operation() -> impl Strategy<Value = Operation> {
    prop_oneof![
        8 => any_box().prop_map(Operation::Insert),
        1 => prop::collection::vec(any_box(), 0..40).prop_map(Operation::InsertMany),
        4 => (0_usize..1000).prop_map(Operation::Remove),
        4 => (0_usize..1000, any_box()).prop_map(|(at, b)| Operation::Set(at, b)),
        4 => (0_usize..1000, point()).prop_map(|(at, by)| Operation::Shift(at, by * 0.01)),
        2 => (1_usize..4, prop::collection::vec((0_usize..1000, any_box()), 0..30)).prop_map(|(times, list)| Operation::SetMany(times, list)),
        2 => point().prop_map(|by| Operation::ShiftAll(by * 0.01)),
        1 => (1_usize..50).prop_map(Operation::Improve),
        1 => Just(Operation::Rebuild),
    ]
}

/// What the tree should hold.
#[derive(Default)]
struct List(Vec<(Proxy, Aabb)>);

impl List {
    fn apply(&mut self, tree: &mut DynamicBvh, operation: &Operation) {
        let at = |at: usize, len: usize| (len > 0).then(|| at % len);
        match operation {
            Operation::Insert(bounds) => self.0.push((tree.insert(bounds).unwrap(), *bounds)),
            Operation::InsertMany(boxes) => {
                let proxies = tree.insert_all(boxes).unwrap();
                self.0
                    .extend(proxies.into_iter().zip(boxes.iter().copied()));
            }
            Operation::Remove(which) => {
                if let Some(which) = at(*which, self.0.len()) {
                    let (proxy, _) = self.0.swap_remove(which);
                    assert!(tree.remove(proxy) && !tree.remove(proxy));
                    assert_eq!(tree.fat_box(proxy), None);
                }
            }
            Operation::Set(which, bounds) => {
                if let Some(which) = at(*which, self.0.len()) {
                    let fat = tree.fat_box(self.0[which].0).unwrap();
                    let moved = tree.set(self.0[which].0, bounds).unwrap();
                    assert!(moved || fat.contains(bounds));
                    self.0[which].1 = *bounds;
                }
            }
            Operation::Shift(which, by) => {
                if let Some(which) = at(*which, self.0.len()) {
                    let mut bounds = self.0[which].1;
                    bounds.min += *by;
                    bounds.max += *by;
                    self.apply(tree, &Operation::Set(which, bounds));
                }
            }
            // A box may stand in the list more than once; the last one counts.
            Operation::SetMany(times, list) => {
                if self.0.is_empty() {
                    return;
                }
                let mut boxes = Vec::new();
                for (which, bounds) in list.iter().cycle().take(list.len() * times) {
                    let which = which % self.0.len();
                    self.0[which].1 = *bounds;
                    boxes.push((self.0[which].0, *bounds));
                }
                tree.set_all(&boxes).unwrap();
            }
            Operation::ShiftAll(by) => {
                let fats: Vec<Aabb> = self
                    .0
                    .iter()
                    .map(|(p, _)| tree.fat_box(*p).unwrap())
                    .collect();
                for (_, bounds) in &mut self.0 {
                    bounds.min += *by;
                    bounds.max += *by;
                }
                let renewed = tree.set_all(&self.0).unwrap().to_vec();
                for ((proxy, bounds), fat) in self.0.iter().zip(fats) {
                    assert!(fat.contains(bounds) || renewed.contains(proxy));
                    assert_eq!(tree.fat_box(*proxy) == Some(fat), !renewed.contains(proxy));
                }
            }
            Operation::Improve(leaves) => tree.improve(*leaves),
            Operation::Rebuild => tree.rebuild(),
        }
    }

    /// Every query gives what the list gives, by the fat boxes.
    fn compare(&self, tree: &DynamicBvh, query: &Aabb) -> Result<(), TestCaseError> {
        prop_assert_eq!(tree.len(), self.0.len());
        let mut expected = Vec::new();
        for (proxy, bounds) in &self.0 {
            let fat = tree.fat_box(*proxy).unwrap();
            prop_assert!(fat.contains(bounds));
            if fat.intersects(query) {
                expected.push(*proxy);
            }
        }
        expected.sort_unstable();
        let mut found = Vec::new();
        tree.overlaps(query, |proxy| found.push(proxy));
        found.sort_unstable();
        prop_assert_eq!(found, expected);
        Ok(())
    }
}

proptest! {
    #[test]
    fn tree_holds_what_a_list_holds(
        operations in prop::collection::vec(operation(), 0..150), queries in prop::collection::vec(any_box(), 3),
        margin in prop_oneof![Just(0.0_f32), 0.0_f32..1.0],
    ) {
        let mut tree = DynamicBvh::new(margin);
        let mut list = List::default();
        for operation in &operations {
            list.apply(&mut tree, operation);
            tree.validate().map_err(TestCaseError::fail)?;
        }
        for query in &queries {
            list.compare(&tree, query)?;
        }
        let mut again = DynamicBvh::new(margin);
        let mut list = List::default();
        for operation in &operations {
            list.apply(&mut again, operation);
        }
        prop_assert_eq!(tree, again, "same operations, other tree");
    }
}

#[test]
fn bad_boxes_are_refused_and_nothing_changes() {
    let mut tree = DynamicBvh::new(0.1);
    let good = tree.insert(&Aabb::new(Vec3::ZERO, Vec3::ONE)).unwrap();
    let before = tree.clone();
    let bad = [
        Aabb {
            min: Vec3::NAN,
            max: Vec3::ONE,
        },
        Aabb {
            min: Vec3::ZERO,
            max: Vec3::new(1.0, f32::NAN, 1.0),
        },
        Aabb {
            min: Vec3::ZERO,
            max: Vec3::INFINITY,
        },
        Aabb {
            min: Vec3::ONE,
            max: Vec3::ZERO,
        },
    ];
    for bounds in bad {
        assert!(tree.insert(&bounds).is_err());
        assert!(tree.insert_all(&[Aabb::default(), bounds]).is_err());
        assert!(tree.set(good, &bounds).is_err());
    }
    assert!(tree.set(Proxy(7), &Aabb::default()).is_err());
    let far = Aabb::new(Vec3::splat(8.0), Vec3::splat(9.0));
    assert!(tree.set_all(&[(Proxy(0), far), (Proxy(7), far)]).is_err());
    assert!(!tree.remove(Proxy(7)));
    assert_eq!(tree, before);
}

/// Boxes that come in an order which puts each beside the last: a plain insertion makes a chain of them.
#[test]
fn sorted_insertions_stay_shallow() {
    let rows: [fn(u32) -> f32; 3] = [
        |i| i as f32,
        |i| f32::from_bits((i % 200 + 30) << 23),
        |_| 0.0,
    ];
    for row in rows {
        let mut tree = DynamicBvh::new(0.0);
        for i in 0..20_000 {
            tree.insert(&Aabb::from_center_half_extents(
                Vec3::X * row(i),
                Vec3::splat(0.25),
            ))
            .unwrap();
        }
        tree.validate().unwrap();
        // 20,000 boxes fill 8 levels; a tree without a child of more than 3/5 has at most 22, and 8 more are borne.
        assert!(tree.depth() <= 30, "{} levels", tree.depth());
    }
}

/// The number of nodes that a query looks at stays near that of a tree built at once, although the boxes have
/// wandered through all of the space.
#[test]
fn wandering_boxes_keep_the_tree_good() {
    for at_once in [false, true] {
        wander(at_once);
    }
}

fn wander(at_once: bool) {
    let key = Key::new(11, 0);
    let place = |step: u64, i: u64| {
        let at = |axis: u64| uniform(key, 3 * (step * 4000 + i) + axis) as f32 * 60.0;
        Vec3::new(at(0), at(1), at(2))
    };
    let count = 2000;
    let mut tree = DynamicBvh::new(0.1);
    let start: Vec<Aabb> = (0..count)
        .map(|i| Aabb::from_center_half_extents(place(0, i), Vec3::splat(0.5)))
        .collect();
    let proxies = tree.insert_all(&start).unwrap();
    for step in 1..=200_u32 {
        let along = step as f32 / 200.0;
        let moved = proxies.iter().enumerate().map(|(i, proxy)| {
            let center = place(0, i as u64) * (1.0 - along) + place(1, i as u64) * along;
            let bounds = Aabb::from_center_half_extents(center, Vec3::splat(0.5));
            (*proxy, bounds)
        });
        if at_once {
            tree.set_all(&moved.collect::<Vec<_>>()).unwrap();
        } else {
            for (proxy, bounds) in moved {
                tree.set(proxy, &bounds).unwrap();
            }
        }
        tree.improve(64);
    }
    tree.validate().unwrap();
    let mut built = tree.clone();
    built.rebuild();
    let cost = |tree: &DynamicBvh| -> u32 {
        proxies
            .iter()
            .map(|proxy| tree.nodes_visited(&tree.fat_box(*proxy).unwrap()))
            .sum()
    };
    let (wandered, built) = (cost(&tree), cost(&built));
    assert!(
        wandered < 2 * built,
        "{wandered} nodes, {built} in a new tree"
    );
}
