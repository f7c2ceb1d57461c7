//! What the fuzz targets do, with fixed seeds.

use crate::hostile;
use crate::kept;
use crate::points::numbers;

/// Calls `target` with random bytes and returns how often it says yes.
fn feed(stream: u64, rounds: usize, longest: u64, target: impl Fn(&[u8]) -> bool) -> usize {
    let mut numbers = numbers(stream);
    let mut accepted = 0;
    for _ in 0..rounds {
        let length = numbers.below(longest).expect("a range");
        let bytes: Vec<u8> = (0..length)
            .map(|_| numbers.below(256).expect("a byte") as u8)
            .collect();
        accepted += usize::from(target(&bytes));
    }
    accepted
}

#[test]
fn hulls_of_random_bytes() {
    let solids = feed(100, 4_000, 400, hostile::hull);
    println!("{solids} solids");
    assert!(
        solids > 1_000,
        "{solids}: the target has to reach past the checks"
    );
}

#[test]
fn meshes_of_random_bytes() {
    // Indices are bytes: few vertices would make most triangles name none.
    let surfaces = feed(101, 1_000, 3_000, hostile::mesh);
    println!("{surfaces} surfaces");
    assert!(
        surfaces > 100,
        "{surfaces}: the target has to reach past the checks"
    );
}

#[test]
fn stores_of_random_bytes() {
    feed(102, 3_000, 400, hostile::store);
}

/// What the fuzz targets found.
#[test]
fn kept_inputs() {
    kept::each("hull", |bytes| {
        hostile::hull(bytes);
    });
    kept::each("mesh", |bytes| {
        hostile::mesh(bytes);
    });
    kept::each("shape_store", |bytes| {
        hostile::store(bytes);
    });
}
