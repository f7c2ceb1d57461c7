//! Work in stages, done by as many threads as come.
//!
//! A stage is a number of chunks that may run side by side; a stage begins when the one before is done. Each
//! thread walks through the same list of stages, claims chunks from a counter until none are left, then waits for
//! those that others still work on. How a stage is cut into chunks depends on the scene alone, so the number of
//! threads cannot change a result. The caller can do all the work alone: a thread that comes late finds the
//! stages before it done and joins where the others are.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

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
    /// With `side_by_side` the threads of the current rayon pool help.
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
                scope.spawn(|_| walk());
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
mod tests {
    use super::*;
    use std::sync::Mutex;

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
}
