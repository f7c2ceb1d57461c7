//! By how much a joint opens within a substep because its bodies turn: ends of arms go along arcs, and the velocities of
//! its start along tangents.

use voltex_math::wide::Wide;
use voltex_math::wide_vector::WideVec3;

use super::{Frames, Place, Work};

/// Angle in a substep up to which the arc of an arm is followed, rad.
const WHIRL: f32 = 0.2;

impl<W: Wide> Work<'_, W> {
    /// Half a substep, s: what acceleration makes of the mean velocity through it.
    #[inline(always)]
    pub(super) fn half_step(&self) -> W {
        W::splat(0.5 * self.settings.step)
    }

    /// Acceleration of the end of B's arm relative to that of A's because they turn. Of arms that whirl by more than a
    /// substep can follow it is that of the fastest turn that it can: more would whirl them faster still.
    #[inline(always)]
    pub(super) fn centripetal(&self, arm_a: WideVec3<W>, arm_b: WideVec3<W>) -> WideVec3<W> {
        let (a, b) = (self.pair.spin_a, self.pair.spin_b);
        b.cross(b.cross(arm_b)) * self.followed(b) - a.cross(a.cross(arm_a)) * self.followed(a)
    }

    /// Share of the square of a spin that a substep can follow; 1 for all but the wildest.
    #[inline(always)]
    fn followed(&self, spin: WideVec3<W>) -> W {
        let most = W::splat(WHIRL * WHIRL / (self.settings.step * self.settings.step));
        most / spin.dot(spin).larger(most)
    }
}

/// By how much arms that turn open the joint within a substep, as a mean speed along x, y, z: the ends of arms go along
/// arcs, and the velocities of the start along tangents.
#[inline(always)]
pub(super) fn point_bends<W: Wide>(work: &Work<'_, W>, place: &Place<W>) -> [W; 3] {
    if !work.is_biased() {
        return [W::splat(0.0); 3];
    }
    let bend = work.centripetal(place.arm_a, place.arm_b) * work.half_step();
    [bend.x, bend.y, bend.z]
}

/// The same across a line that turns with A, along which B moves: with the acceleration of Coriolis.
#[inline(always)]
pub(super) fn line_bend<W: Wide>(
    work: &Work<'_, W>,
    arm_a: WideVec3<W>,
    arm_b: WideVec3<W>,
) -> WideVec3<W> {
    if !work.is_biased() {
        return WideVec3::zero();
    }
    let spin = work.pair.spin_a;
    let along = spin.cross(work.relative(arm_a, arm_b)) * work.followed(spin);
    (work.centripetal(arm_a, arm_b) - (along + along)) * work.half_step()
}

/// The same for an axis of B that shall stay along an axis of A while B spins about it and both are turned, along x and
/// z of A's frame: `d^2/dt^2 (y_a x y_b)`, with the speed `s` about the axis `s (w . z)` and `-s (w . x)`.
#[inline(always)]
pub(super) fn swing_bends<W: Wide>(work: &Work<'_, W>, frames: &Frames<W>) -> [W; 2] {
    let [u, axis, w] = frames.axes;
    if !work.is_biased() {
        return [W::splat(0.0); 2];
    }
    let (a, b) = (work.pair.spin_a, work.pair.spin_b);
    let speed = (b - a).dot(axis) * work.half_step();
    let most = W::splat(WHIRL * WHIRL / work.settings.step);
    [
        (speed * a.dot(w)).clamped(-most, most),
        -(speed * a.dot(u)).clamped(-most, most),
    ]
}
