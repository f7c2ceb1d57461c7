//! Work in stages, done by as many threads as come.
//!
//! A stage is a number of chunks that may run side by side; a stage begins when the one before is done. Each
//! thread walks through the same list of stages, claims chunks from a counter until none are left, then waits for
//! those that others still work on. How a stage is cut into chunks depends on the scene alone, so the number of
//! threads cannot change a result. The caller can do all the work alone: a thread that comes late finds the
//! stages before it done and joins where the others are.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use voltex_math::check_float_mode;

/// Progress of one stage, on a cache line of its own.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Progress {
    claimed: AtomicU32,
    done: AtomicU32,
}

/// Counters of the stages, kept from step to step.
#[derive(Debug, Default)]
pub(crate) struct Crew {
    stages: Vec<Progress>,
}

impl Clone for Crew {
    /// Counters mean nothing between two uses.
    fn clone(&self) -> Self {
        Self::default()
    }

    fn clone_from(&mut self, _: &Self) {}
}

impl Crew {
    /// Runs `work(stage, chunk)` for every chunk of every stage, `chunks[stage]` of them, in order of stages.
    ///
    /// With `side_by_side` the threads of the current rayon pool help, but for those whose float mode would give other bits.
    pub(crate) fn run(
        &mut self,
        chunks: &[u32],
        side_by_side: bool,
        work: impl Fn(usize, usize) + Sync,
    ) {
        if !side_by_side {
            for (stage, count) in chunks.iter().enumerate() {
                for chunk in 0..*count {
                    work(stage, chunk as usize);
                }
            }
            return;
        }
        self.stages.clear();
        self.stages.resize_with(chunks.len(), Progress::default);
        let stages = &self.stages;
        let broken = AtomicBool::new(false);
        let walk = || walk(stages, chunks, &work, &broken);
        rayon::in_place_scope(|scope| {
            // Any thread that is free may take them, this one as well once all is done: none waits for a busy thread.
            for _ in 1..rayon::current_num_threads() {
                scope.spawn(|_| {
                    if check_float_mode().is_ok() {
                        walk();
                    }
                });
            }
            walk();
        });
    }
}

/// Tells the others that a thread has panicked and its chunk will never be done.
struct Alarm<'a>(&'a AtomicBool);

impl Drop for Alarm<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.store(true, Ordering::Release);
        }
    }
}

/// One thread's way through the stages. It ends early if another one has broken: the scope carries its panic on.
fn walk(stages: &[Progress], chunks: &[u32], work: &impl Fn(usize, usize), broken: &AtomicBool) {
    let _alarm = Alarm(broken);
    for (stage, (progress, count)) in stages.iter().zip(chunks).enumerate() {
        loop {
            let chunk = progress.claimed.fetch_add(1, Ordering::Relaxed);
            if chunk >= *count {
                break;
            }
            work(stage, chunk as usize);
            // What this thread wrote is seen by all that go on to the next stage.
            progress.done.fetch_add(1, Ordering::Release);
        }
        let mut turns = 0;
        while progress.done.load(Ordering::Acquire) < *count {
            if broken.load(Ordering::Acquire) {
                return;
            }
            turns += 1;
            if turns < SPINS {
                std::hint::spin_loop();
            } else {
                // The thread that is waited for may not be running.
                std::thread::yield_now();
            }
        }
    }
}

/// Looks at a counter before the processor is given away: some microseconds.
const SPINS: u32 = 2000;

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use std::collections::{BTreeMap, BTreeSet};
    use std::sync::Mutex;

    /// This thread flushes small numbers to zero, as audio libraries like it, until this is dropped.
    #[cfg(target_arch = "x86_64")]
    pub(crate) struct Flushing(u32);

    #[cfg(target_arch = "x86_64")]
    #[allow(unsafe_code)]
    impl Flushing {
        pub(crate) fn begin() -> Self {
            let mut saved = 0_u32;
            // SAFETY: stores the register MXCSR into a live, aligned u32.
            unsafe { std::arch::asm!("stmxcsr [{}]", in(reg) &mut saved, options(nostack)) };
            let changed = saved | 1 << 15;
            // SAFETY: sets the defined bit FTZ alone; the exceptions stay masked.
            unsafe { std::arch::asm!("ldmxcsr [{}]", in(reg) &changed, options(nostack)) };
            Self(saved)
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[allow(unsafe_code)]
    impl Drop for Flushing {
        fn drop(&mut self) {
            // SAFETY: the value that the register held before.
            unsafe { std::arch::asm!("ldmxcsr [{}]", in(reg) &self.0, options(nostack)) };
        }
    }

    /// This thread is one of the pool; the others flush.
    #[test]
    #[cfg(target_arch = "x86_64")]
    fn threads_with_another_float_mode_do_no_chunk() {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(3)
            .use_current_thread()
            .start_handler(|index| {
                if index > 0 {
                    std::mem::forget(Flushing::begin());
                }
            })
            .build()
            .unwrap();
        let modes = Mutex::new(Vec::new());
        // Enough for each thread to come in time, if it came.
        let chunks = [400, 400];
        pool.install(|| {
            Crew::default().run(&chunks, true, |_, _| {
                std::thread::yield_now();
                modes.lock().unwrap().push(check_float_mode());
            });
        });
        let modes = modes.into_inner().unwrap();
        assert_eq!(modes.len(), 800);
        assert!(modes.iter().all(Result::is_ok));
    }

    #[test]
    fn every_chunk_runs_once_and_no_stage_begins_before_the_one_before_is_done() {
        for threads in [1, 2, 3, 8] {
            let pool = rayon::ThreadPoolBuilder::new()
                .num_threads(threads)
                .build()
                .unwrap();
            let chunks = [3, 0, 40, 1, 7];
            let log = Mutex::new(Vec::new());
            pool.install(|| {
                Crew::default().run(&chunks, true, |stage, chunk| {
                    log.lock().unwrap().push((stage, chunk));
                });
            });
            let mut log = log.into_inner().unwrap();
            assert!(log.is_sorted_by_key(|(stage, _)| *stage));
            log.sort_unstable();
            let expected: Vec<(usize, usize)> = chunks
                .iter()
                .enumerate()
                .flat_map(|(stage, count)| (0..*count as usize).map(move |chunk| (stage, chunk)))
                .collect();
            assert_eq!(log, expected);
        }
    }

    /// A thread that does something else for long used to be waited for.
    #[test]
    fn nobody_waits_for_a_busy_thread() {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(3)
            .build()
            .unwrap();
        let (held, free) = (AtomicBool::new(false), AtomicBool::new(false));
        pool.in_place_scope(|scope| {
            scope.spawn(|_| {
                held.store(true, Ordering::Release);
                while !free.load(Ordering::Acquire) {
                    std::thread::yield_now();
                }
            });
            while !held.load(Ordering::Acquire) {
                std::thread::yield_now();
            }
            let count = AtomicU32::new(0);
            pool.install(|| {
                Crew::default().run(&[3, 40], true, |_, _| {
                    count.fetch_add(1, Ordering::Relaxed);
                });
            });
            // The one that is held has been busy all the while.
            free.store(true, Ordering::Release);
            assert_eq!(count.into_inner(), 43);
        });
    }

    /// The others used to wait for ever for the chunk that was never done.
    #[test]
    fn a_panic_reaches_the_caller() {
        for threads in [1, 2, 3] {
            let pool = rayon::ThreadPoolBuilder::new()
                .num_threads(threads)
                .build()
                .unwrap();
            let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                pool.install(|| {
                    Crew::default().run(&[8, 8], true, |stage, chunk| {
                        assert!((stage, chunk) != (0, 5), "broken on purpose");
                    });
                });
            }));
            assert!(outcome.is_err(), "{threads} threads");
        }
    }

    /// What a thread does next.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
    enum Next {
        Claim,
        Work(u32),
        Tell,
        Wait,
        Nothing,
    }

    /// The counters and the threads of [`walk`] between two of their operations. A clock says of each thread up to which
    /// piece of work it is seen: what a thread writes before an addition with `Release` is seen by those who then read the
    /// sum with `Acquire`, and nothing else passes from one to another. Whoever reads an older sum only waits for longer.
    #[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
    struct Model {
        claimed: Vec<u32>,
        done: Vec<u32>,
        /// Of each stage, what is seen by those who find it done.
        told: Vec<Vec<u8>>,
        /// Stage, what comes next, and clock of each thread.
        threads: Vec<(usize, Next, Vec<u8>)>,
        /// Who worked on a chunk of a stage, and which piece of his work it was.
        worked: BTreeMap<(usize, u32), (usize, u8)>,
    }

    impl Model {
        fn new(threads: usize, stages: usize) -> Self {
            Self {
                claimed: vec![0; stages],
                done: vec![0; stages],
                told: vec![vec![0; threads]; stages],
                threads: vec![(0, Next::Claim, vec![0; threads]); threads],
                worked: BTreeMap::new(),
            }
        }

        /// Lets a thread do one operation; `false` if it has to wait or is at its end.
        ///
        /// # Errors
        /// Work of a stage that does not see all of the stages before.
        fn turn(&mut self, thread: usize, chunks: &[u32], release: bool) -> Result<bool, String> {
            let (stage, next, clock) = &mut self.threads[thread];
            *next = match *next {
                Next::Claim => {
                    let chunk = self.claimed[*stage];
                    self.claimed[*stage] += 1;
                    if chunk < chunks[*stage] {
                        Next::Work(chunk)
                    } else {
                        Next::Wait
                    }
                }
                Next::Work(chunk) => {
                    for ((before, chunk), (other, piece)) in &self.worked {
                        if before < stage && clock[*other] < *piece {
                            return Err(format!("chunk {chunk} of stage {before} is not seen"));
                        }
                    }
                    clock[thread] += 1;
                    let earlier = self.worked.insert((*stage, chunk), (thread, clock[thread]));
                    assert_eq!(earlier, None, "a chunk was done twice");
                    Next::Tell
                }
                Next::Tell => {
                    self.done[*stage] += 1;
                    if release {
                        join(&mut self.told[*stage], clock);
                    }
                    Next::Claim
                }
                Next::Wait if self.done[*stage] >= chunks[*stage] => {
                    join(clock, &self.told[*stage]);
                    *stage += 1;
                    if *stage < chunks.len() {
                        Next::Claim
                    } else {
                        Next::Nothing
                    }
                }
                Next::Wait | Next::Nothing => return Ok(false),
            };
            Ok(true)
        }
    }

    fn join(clock: &mut [u8], other: &[u8]) {
        clock
            .iter_mut()
            .zip(other)
            .for_each(|(own, other)| *own = (*own).max(*other));
    }

    /// Goes through every order of operations and returns the number of states that there are.
    fn all_orders(threads: usize, chunks: &[u32], release: bool) -> Result<usize, String> {
        let first = Model::new(threads, chunks.len());
        let mut seen = BTreeSet::from([first.clone()]);
        let mut open = vec![first];
        while let Some(state) = open.pop() {
            let mut stuck = true;
            for thread in 0..threads {
                let mut after = state.clone();
                if after.turn(thread, chunks, release)? {
                    stuck = false;
                    if seen.insert(after.clone()) {
                        open.push(after);
                    }
                }
            }
            if stuck {
                let all: u32 = chunks.iter().sum();
                assert_eq!(state.worked.len(), all as usize, "chunks that were done");
                assert!(
                    state
                        .threads
                        .iter()
                        .all(|(_, next, _)| *next == Next::Nothing),
                    "somebody waits for ever"
                );
            }
        }
        Ok(seen.len())
    }

    /// A model of [`walk`] in which nobody panics: no order of operations ends before all is done, does a chunk twice, or lets a stage begin
    /// without seeing what the stages before wrote. Without `Release` there is one that does.
    #[test]
    fn every_order_of_operations_does_all_and_sees_all() {
        for (threads, chunks) in [
            (2, &[2, 0, 3, 1][..]),
            (3, &[2, 1, 2][..]),
            (4, &[1, 2][..]),
        ] {
            let states = all_orders(threads, chunks, true).unwrap();
            println!("{threads} threads, chunks {chunks:?}: {states} states");
            assert!(all_orders(threads, chunks, false).is_err());
        }
    }
}
