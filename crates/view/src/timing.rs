//! Where the time goes from start to first frame, and how much memory it took: what `-v` says.

use std::time::Instant;

/// A stopwatch over the steps of a start.
#[derive(Debug)]
pub(crate) struct Steps {
    start: Instant,
    last: Instant,
}

impl Steps {
    /// Starts now.
    pub(crate) fn start() -> Self {
        let now = Instant::now();
        Self {
            start: now,
            last: now,
        }
    }

    /// Logs the time since the step before.
    pub(crate) fn done(&mut self, step: &str) {
        let now = Instant::now();
        tracing::info!("{step}: {:.1} ms", milliseconds(now - self.last));
        self.last = now;
    }

    /// Logs the time since the start, and the memory used up to now.
    pub(crate) fn finish(&self, what: &str) {
        let total = milliseconds(self.start.elapsed());
        match peak_memory() {
            Some(bytes) => {
                tracing::info!(
                    "{what} after {total:.1} ms, peak memory {} MB",
                    bytes / 1_000_000
                );
            }
            None => tracing::info!("{what} after {total:.1} ms"),
        }
    }
}

fn milliseconds(duration: std::time::Duration) -> f64 {
    duration.as_secs_f64() * 1000.0
}

/// The most memory the process has had, bytes. Only Linux says.
fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|l| l.strip_prefix("VmHWM:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes * 1024)
}
