//! Which contacts may be solved together.

use std::ops::Range;

use super::bodies::BodyRef;

/// Colours whose contacts run in lanes; one more holds what finds no place in them, one contact a block.
const COLORS: u32 = 24;

/// Blocks of a colour in a chunk.
const BLOCKS: usize = 8;

/// Blocks of one stage: of a colour, cut into chunks that run side by side, or of what found no colour, in one chunk
/// that runs them one after another.
#[derive(Clone, Debug)]
pub(crate) struct Strip {
    blocks: Range<usize>,
    chunk: usize,
}

impl Strip {
    /// Of a colour.
    pub(crate) fn side_by_side(blocks: Range<usize>) -> Self {
        let chunk = BLOCKS;
        Self { blocks, chunk }
    }

    /// Of blocks that may share bodies.
    pub(crate) fn one_by_one(blocks: Range<usize>) -> Self {
        let chunk = blocks.len().max(1);
        Self { blocks, chunk }
    }

    /// How many chunks there are.
    pub(crate) fn chunks(&self) -> usize {
        self.blocks.len().div_ceil(self.chunk)
    }

    /// Blocks of a chunk.
    pub(crate) fn part(&self, chunk: usize) -> Range<usize> {
        let first = self.blocks.start + chunk * self.chunk;
        first..(first + self.chunk).min(self.blocks.end)
    }
}

/// Contacts in the order in which they are solved.
#[derive(Clone, Debug, Default)]
pub(crate) struct Coloring {
    /// Indices of the contacts, colour by colour; within a colour by falling number of points, then as given.
    pub(crate) order: Vec<u32>,
    /// For each colour the end of its part of `order`; the last is the colour of single contacts.
    pub(crate) ends: Vec<u32>,
    /// Colours in use by each body, as bits.
    used: Vec<u32>,
    /// Colour and point class of each contact.
    keys: Vec<u8>,
    counts: Vec<u32>,
}

/// Contacts of one to four points that are worth a block of their own: 1, 2, and 3 to 4.
const CLASSES: u32 = 3;

impl Coloring {
    /// Colours contacts greedily, in the order given.
    ///
    /// Contacts between two movable bodies take the lowest free colour, those with a fixed body the highest, so
    /// that they come last and have the last word about the velocity: what stands on the floor does not sink.
    pub(crate) fn color(
        &mut self,
        bodies: usize,
        contacts: impl Iterator<Item = (BodyRef, BodyRef, usize)>,
    ) {
        const ALL: u32 = (1 << COLORS) - 1;
        self.used.clear();
        self.used.resize(bodies, 0);
        self.keys.clear();
        self.counts.clear();
        self.counts.resize(((COLORS + 1) * CLASSES) as usize, 0);
        for (a, b, points) in contacts {
            let used = |body: BodyRef| {
                if body.is_movable() {
                    self.used[body.index()]
                } else {
                    0
                }
            };
            let free = ALL & !(used(a) | used(b));
            let color = if free == 0 {
                COLORS
            } else if a.is_movable() && b.is_movable() {
                free.trailing_zeros()
            } else {
                31 - free.leading_zeros()
            };
            if color < COLORS {
                for body in [a, b] {
                    if body.is_movable() {
                        self.used[body.index()] |= 1 << color;
                    }
                }
            }
            let class = match points {
                0 | 1 => 2,
                2 => 1,
                _ => 0,
            };
            let key = color * CLASSES + class;
            self.keys.push(key as u8);
            self.counts[key as usize] += 1;
        }
        // Counting sort keeps the order as given among equals.
        let mut start = 0;
        self.ends.clear();
        for (key, count) in self.counts.iter_mut().enumerate() {
            let first = start;
            start += *count;
            *count = first;
            if key as u32 % CLASSES == CLASSES - 1 {
                self.ends.push(start);
            }
        }
        self.order.clear();
        self.order.resize(self.keys.len(), 0);
        for (contact, key) in self.keys.iter().enumerate() {
            let place = &mut self.counts[usize::from(*key)];
            self.order[*place as usize] = contact as u32;
            *place += 1;
        }
    }

    /// Parts of the order, colour by colour, empty ones left out, and whether contacts may share a block.
    pub(crate) fn parts(&self) -> impl Iterator<Item = (&[u32], bool)> {
        let mut start = 0;
        self.ends
            .iter()
            .enumerate()
            .filter_map(move |(color, end)| {
                let part = &self.order[start as usize..*end as usize];
                start = *end;
                (!part.is_empty()).then_some((part, (color as u32) < COLORS))
            })
    }
}

#[cfg(test)]
mod tests {
    use super::super::bodies::{BodyMass, BodyState, SolverBodies};
    use super::*;
    use voltex_math::Vec3;
    use voltex_math::random::{Key, below};

    fn bodies(count: usize) -> (SolverBodies, Vec<BodyRef>) {
        let mut bodies = SolverBodies::default();
        bodies.clear();
        let mass = BodyMass {
            inverse_mass: 1.0,
            ..BodyMass::FIXED
        };
        let refs = (0..count)
            .map(|_| bodies.push(BodyState::moving(Vec3::ZERO, Vec3::ZERO), mass))
            .collect();
        (bodies, refs)
    }

    #[test]
    fn no_two_contacts_of_a_colour_share_a_movable_body_and_none_is_lost() {
        let (bodies, refs) = bodies(60);
        let key = Key::new(3, 1);
        let contacts: Vec<(BodyRef, BodyRef, usize)> = (0..900)
            .map(|i| {
                let pick = |j: u64, n: usize| below(key, i * 3 + j, n as u64).unwrap() as usize;
                let (a, b) = (pick(0, 60), pick(1, 61));
                let b = if b == 60 || b == a {
                    BodyRef::WORLD
                } else {
                    refs[b]
                };
                (refs[a], b, 1 + pick(2, 4))
            })
            .collect();
        let mut coloring = Coloring::default();
        coloring.color(bodies.len(), contacts.iter().copied());
        let mut seen = vec![false; contacts.len()];
        for (part, together) in coloring.parts() {
            let mut busy = vec![false; bodies.len()];
            for index in part {
                assert!(!std::mem::replace(&mut seen[*index as usize], true));
                let (a, b, _) = contacts[*index as usize];
                for body in [a, b]
                    .into_iter()
                    .filter(|body| together && body.is_movable())
                {
                    assert!(!std::mem::replace(&mut busy[body.index()], true));
                }
            }
        }
        assert!(seen.into_iter().all(|seen| seen));
    }

    #[test]
    fn contacts_with_the_world_come_last() {
        let (bodies, refs) = bodies(3);
        let contacts = [
            (refs[0], BodyRef::WORLD, 4),
            (refs[0], refs[1], 4),
            (refs[1], refs[2], 1),
        ];
        let mut coloring = Coloring::default();
        coloring.color(bodies.len(), contacts.into_iter());
        assert_eq!(coloring.order, [1, 2, 0]);
    }

    #[test]
    fn a_body_with_more_contacts_than_colours_keeps_them_all() {
        let (bodies, refs) = bodies(41);
        let mut coloring = Coloring::default();
        coloring.color(
            bodies.len(),
            refs[1..].iter().map(|other| (refs[0], *other, 1)),
        );
        let parts: Vec<_> = coloring
            .parts()
            .map(|(part, together)| (part.len(), together))
            .collect();
        assert_eq!(parts.len(), 25);
        assert_eq!(parts[24], (40 - 24, false));
    }
}
