//! The clock of animation: how long everything that moves has been moving.

/// Milliseconds that pass while the clock runs.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Clock {
    /// `None` until everything is set going for the first time.
    ms: Option<f64>,
    /// The clock runs.
    pub(crate) runs: bool,
}

impl Clock {
    /// A clock that shows `ms`.
    pub(crate) fn new(ms: Option<u32>, runs: bool) -> Self {
        Self {
            ms: ms.map(f64::from),
            runs,
        }
    }

    /// So many seconds pass, unless it stands still.
    pub(crate) fn pass(&mut self, seconds: f64) {
        if self.runs {
            self.ms = Some(self.ms.unwrap_or(0.0) + seconds * 1000.0);
        }
    }

    /// What it shows, after 49 days from 0 again.
    pub(crate) fn ms(&self) -> u32 {
        // It counts up from 0, so nothing is lost but the fraction and whole turns.
        self.ms.unwrap_or(0.0) as u64 as u32
    }

    /// What of the command line shows the same moment.
    pub(crate) fn option(&self) -> String {
        match self.ms {
            Some(_) => format!(" --clock {}", self.ms()),
            None => String::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_a_millisecond_add_up() {
        let mut clock = Clock::new(Some(100), true);
        for _ in 0..60 {
            clock.pass(1.0 / 60.0);
        }
        assert!((1099..=1100).contains(&clock.ms()), "{}", clock.ms());
    }

    #[test]
    fn a_clock_that_stands_still_keeps_its_time() {
        let mut clock = Clock::new(Some(100), false);
        clock.pass(5.0);
        assert_eq!(clock.ms(), 100);
    }

    #[test]
    fn nothing_is_said_of_a_clock_that_never_ran() {
        let mut clock = Clock::new(None, false);
        clock.pass(1.0);
        assert_eq!(clock.option(), "");
        clock.runs = true;
        clock.pass(0.25);
        assert_eq!(clock.option(), " --clock 250");
    }
}
