//! How many threads share the work.

use crate::error::CliError;

/// Does work on so many threads; on as many as the processor has where none are named.
pub(crate) fn with<T: Send>(
    count: Option<usize>,
    work: impl FnOnce() -> T + Send,
) -> Result<T, CliError> {
    let mut pool = rayon::ThreadPoolBuilder::new();
    if let Some(count) = count {
        pool = pool.num_threads(count);
    }
    let pool = pool.build();
    let pool = pool.map_err(|error| CliError::Threads(error.to_string()))?;
    Ok(pool.install(work))
}
