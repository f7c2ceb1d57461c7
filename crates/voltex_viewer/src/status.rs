//! What is shown, as a line of JSON: for scripts, and for tests that press keys.

use serde_json::{Value, json};

use crate::command::{Layer, bindings};
use crate::panels::short;
use crate::session::Session;

/// The same numbers that the window shows.
pub(crate) fn of(session: &Session) -> Value {
    let numbers = session.numbers();
    let layers: Vec<&str> = Layer::ALL
        .into_iter()
        .filter(|layer| session.shows(*layer))
        .map(Layer::name)
        .collect();
    let params: Vec<Value> = session
        .params
        .iter()
        .map(|param| json!({ "name": param.knob.name(), "unit": param.knob.unit(), "value": param.value }))
        .collect();
    let components = session.components();
    // As the sheet tells them, while it is open.
    let keys: Vec<&str> = bindings()
        .filter(|_| session.help)
        .map(|binding| binding.keys)
        .collect();
    json!({
        "subject": session.name,
        "tick": session.place(),
        "end": session.end(),
        "time_s": session.time(),
        "playing": !session.paused,
        "speed": session.speed(),
        "chosen": session.chosen.map(|chosen| session.name_of(chosen)),
        "position_m": numbers.map(|numbers| numbers.position.to_array()),
        "velocity_m_s": numbers.map(|numbers| numbers.velocity.to_array()),
        "spin_rad_s": numbers.map(|numbers| numbers.spin.to_array()),
        "energy_j": numbers.and_then(|numbers| numbers.energies),
        "component": components.get(session.component).map(|name| short(name)),
        "layers": layers,
        "params": params,
        "param": session.params.get(session.param).map(|param| param.knob.name()),
        "ghosts": session.ghosts.len(),
        "first_difference": session.first_difference(),
        "hash": session.hash().map(|hash| format!("{hash:016x}")),
        "camera": session.camera,
        "follow": session.follow,
        "help": session.help,
        "keys": keys,
        "profile": session.profile,
        "message": session.message,
    })
}
