//! Equal steps from uneven time.

/// Collects the time of frames and gives it out in steps of one length.
///
/// ```
/// use voltex_platform::StepTimer;
///
/// let mut timer = StepTimer::new(0.01);
/// assert_eq!(timer.advance(0.025), 2);
/// assert!((timer.part() - 0.5).abs() < 1e-9);
/// assert_eq!(timer.advance(0.005), 1);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StepTimer {
    step: f64,
    kept: f64,
    most: u32,
    dropped: f64,
}

impl StepTimer {
    /// Steps that are made up at once unless set.
    pub const MOST: u32 = 8;

    /// Steps of this length, s.
    ///
    /// # Panics
    /// A length that is not positive and finite, which is the caller's mistake.
    pub fn new(step: f64) -> Self {
        assert!(
            step > 0.0 && step.is_finite(),
            "a step of {step} s is not positive and finite"
        );
        Self {
            step,
            kept: 0.0,
            most: Self::MOST,
            dropped: 0.0,
        }
    }

    /// Makes up at most this many steps at once, at least 1. A machine that is too slow then runs in slow motion instead
    /// of falling ever further behind.
    #[must_use]
    pub const fn at_most(mut self, steps: u32) -> Self {
        self.most = if steps == 0 { 1 } else { steps };
        self
    }

    /// Length of a step, s.
    pub const fn step(&self) -> f64 {
        self.step
    }

    /// Adds the time of a frame, s, and says how many steps are due. Time that is negative or NaN counts as none.
    pub fn advance(&mut self, seconds: f64) -> u32 {
        if seconds > 0.0 {
            self.kept += seconds;
        }
        // Sums of decimal fractions fall short of whole steps by their rounding.
        let due = (self.kept / self.step + 1e-9).floor();
        if due <= f64::from(self.most) {
            let left = self.kept - due * self.step;
            self.kept = if left > 0.0 { left } else { 0.0 };
            return due as u32;
        }
        let over = self.kept - f64::from(self.most) * self.step;
        // Less than a step stays, so that the picture does not jump.
        self.kept = over % self.step;
        if over.is_finite() {
            self.dropped += over - self.kept;
        } else {
            self.kept = 0.0;
        }
        self.most
    }

    /// Part of a step that has passed beyond the last one, 0 to 1: how far to draw between two states.
    pub fn part(&self) -> f64 {
        self.kept / self.step
    }

    /// Time that was given up because more steps were due than are made up at once, s.
    pub const fn dropped(&self) -> f64 {
        self.dropped
    }
}
