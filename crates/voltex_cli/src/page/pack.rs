//! Rows of numbers packed for the page: rounded to a quantum, as differences, a column after the other.
//!
//! A column of a body that moves evenly becomes zeros, and zeros are what a compressor takes best.

/// Numbers of a sample: position (m), rotation, velocity (m/s), spin (rad/s).
pub(super) const COLUMNS: usize = 13;
/// What each column is rounded to. A power of two, so that scaling loses nothing: an eighth of a millimetre, a
/// hundredth of a degree, a millimetre a second, half a degree a second.
pub(super) const QUANTA: [f64; COLUMNS] = [
    PLACE, PLACE, PLACE, TURN, TURN, TURN, TURN, PACE, PACE, PACE, SPIN, SPIN, SPIN,
];
const PLACE: f64 = 1.0 / 8192.0;
const TURN: f64 = 1.0 / 16384.0;
const PACE: f64 = 1.0 / 1024.0;
const SPIN: f64 = 1.0 / 128.0;
/// How often the difference of a column is taken: positions run on evenly, everything else stays about the same.
pub(super) const ORDERS: [u32; COLUMNS] = [2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1];
/// Largest multiple of a quantum, so that sums stay exact in the numbers of a browser.
const LARGEST: f64 = (1_u64 << 44) as f64;

/// A body at a tick, in the order of [`QUANTA`].
pub(super) type Sample = [f32; COLUMNS];

/// Appends the columns of a body.
pub(super) fn columns(samples: &[Sample], out: &mut Vec<u8>) {
    for column in 0..COLUMNS {
        let (mut before, mut rate) = (0, 0);
        for (number, sample) in samples.iter().enumerate() {
            let value = rounded(sample[column], QUANTA[column]);
            let step = value - before;
            // The first difference of the first value is that value, of which no rate follows.
            let second = ORDERS[column] == 2 && number > 0;
            varint(if second { step - rate } else { step }, out);
            rate = if number > 0 { step } else { 0 };
            before = value;
        }
    }
}

/// In quanta; what is no number counts as 0.
fn rounded(value: f32, quantum: f64) -> i64 {
    let scaled = (f64::from(value) / quantum).round();
    // Casting takes NaN to 0.
    scaled.clamp(-LARGEST, LARGEST) as i64
}

/// Seven bits a byte, the lowest first, the sign in the lowest of all.
fn varint(value: i64, out: &mut Vec<u8>) {
    let mut rest = ((value << 1) ^ (value >> 63)) as u64;
    while rest >= 0x80 {
        out.push(rest as u8 | 0x80);
        rest >>= 7;
    }
    out.push(rest as u8);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the page does, with whole numbers.
    fn unpack(bytes: &[u8], samples: usize) -> Vec<Sample> {
        let mut bytes = bytes.iter().copied();
        let mut next = || {
            let (mut value, mut shift) = (0_u64, 0);
            loop {
                let byte = bytes.next().expect("a byte for each number");
                value |= u64::from(byte & 0x7f) << shift;
                if byte < 0x80 {
                    return (value >> 1) as i64 ^ -((value & 1) as i64);
                }
                shift += 7;
            }
        };
        let mut all = vec![[0.0; COLUMNS]; samples];
        for column in 0..COLUMNS {
            let (mut value, mut rate) = (0, 0);
            for (number, sample) in all.iter_mut().enumerate() {
                let read = next();
                rate = if ORDERS[column] == 2 && number > 0 {
                    rate + read
                } else {
                    read
                };
                value += rate;
                sample[column] = (value as f64 * QUANTA[column]) as f32;
                if number == 0 {
                    rate = 0;
                }
            }
        }
        assert_eq!(bytes.next(), None, "bytes that belong to nothing");
        all
    }

    /// Half a quantum at most, over a kilometre, whatever the motion.
    #[test]
    fn numbers_come_back_within_half_a_quantum() {
        let samples: Vec<Sample> = (0..500)
            .map(|tick| {
                let t = tick as f32 / 60.0;
                let mut sample = [0.0; COLUMNS];
                for (column, number) in sample.iter_mut().enumerate() {
                    let sign = if (tick * 7 + column) % 3 == 0 {
                        -1.0
                    } else {
                        1.0
                    };
                    *number = sign * (column as f32 + 1.0) * (3.0 + 10.0 * t - 4.9 * t * t);
                }
                sample
            })
            .collect();
        let mut bytes = Vec::new();
        columns(&samples, &mut bytes);
        for (sample, read) in samples.iter().zip(unpack(&bytes, samples.len())) {
            for column in 0..COLUMNS {
                let far = f64::from(sample[column]) - f64::from(read[column]);
                // What a number of four bytes can hold beside it.
                let bits = f64::from(sample[column].abs()) * f64::from(f32::EPSILON);
                assert!(
                    far.abs() <= 0.5 * QUANTA[column] + bits,
                    "column {column}: {far}"
                );
            }
        }
    }

    #[test]
    fn free_fall_and_rest_take_a_byte_a_number() {
        let fall = |tick: u16| {
            let t = f32::from(tick) / 60.0;
            let mut sample = [0.0; COLUMNS];
            (sample[1], sample[6], sample[8]) = (50.0 - 4.905 * t * t, 1.0, -9.81 * t);
            sample
        };
        let samples: Vec<Sample> = (0..120).map(fall).collect();
        let mut bytes = Vec::new();
        columns(&samples, &mut bytes);
        // The first values need more; so does the velocity, which changes by 167 quanta a tick.
        assert!(
            bytes.len() < 120 * (COLUMNS + 1) + 40,
            "{} bytes",
            bytes.len()
        );
    }

    #[test]
    fn what_is_no_number_does_no_harm() {
        let mut samples = vec![[1.0; COLUMNS]; 3];
        samples[1] = [
            f32::NAN,
            f32::INFINITY,
            f32::NEG_INFINITY,
            1e30,
            -1e30,
            0.0,
            1.0,
            0.0,
            0.0,
            0.0,
            0.0,
            0.0,
            0.0,
        ];
        let mut bytes = Vec::new();
        columns(&samples, &mut bytes);
        let read = unpack(&bytes, 3);
        assert_eq!((read[1][0], read[2]), (0.0, [1.0; COLUMNS]));
        assert!(read[1].iter().all(|number| number.is_finite()));
    }
}
