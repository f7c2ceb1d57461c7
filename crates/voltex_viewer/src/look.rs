//! What bodies look like: by the words in the names of body, shape and material, else by number.

use voltex_ecs::Entity;
use voltex_physics::Collider;
use voltex_renderer::skins::Skin;
use voltex_renderer::{Colour, Finish, Pattern};
use voltex_scene::{Scene, SceneBody};

use crate::stage::Look;
use crate::subject::Shown;

/// Colours of bodies that nothing is known of, told apart also by those who see few colours (after Okabe and Ito).
const PALETTE: [u32; 8] = [
    0xd9_8a1f, 0x4f_9fd0, 0x2c_9274, 0xe0_cf4a, 0x3a_6ea8, 0xc9_6a35, 0xb8_7a9e, 0x9a_a0a8,
];

/// A word in a name, and the surface that it stands for.
const WORDS: &[(&[&str], u32, Pattern, u8)] = &[
    (
        &["grass", "pitch", "lawn", "turf", "meadow", "field"],
        0x4f_8a3d,
        Pattern::Stripes,
        0,
    ),
    (&["green", "fairway"], 0x5f_9c46, Pattern::Stripes, 0),
    (&["clay"], 0xb0_5a30, Pattern::Plain, 0),
    (&["sand"], 0xcf_b98a, Pattern::Plain, 0),
    (&["ice"], 0xcf_e4ee, Pattern::Plain, 200),
    (
        &["lane", "hardwood", "boards", "parquet"],
        0xc4_8f56,
        Pattern::Boards,
        120,
    ),
    (
        &["wood", "crate", "plank", "tree", "table", "domino"],
        0xb0_8350,
        Pattern::Plain,
        30,
    ),
    (
        &["steel", "metal", "iron", "chrome", "bearing"],
        0x9a_a2aa,
        Pattern::Plain,
        200,
    ),
    (&["rubber", "tyre", "tire"], 0x2c_2d30, Pattern::Plain, 30),
    (&["player", "shirt"], 0xc0_2b34, Pattern::Plain, 20),
    (&["skin", "head", "hand"], 0xc6_9076, Pattern::Plain, 20),
    (
        &["post", "bar", "goal", "board", "pins"],
        0xf4_f4f2,
        Pattern::Plain,
        120,
    ),
    (&["glass", "window"], 0xbf_d6e0, Pattern::Plain, 240),
    (
        &["stone", "rock", "concrete", "wall"],
        0x8f_9398,
        Pattern::Plain,
        20,
    ),
];

/// Names of bodies that a ball's skin is known for.
const BALLS: &[(&str, Skin)] = &[
    ("soccer", Skin::Soccer),
    ("football", Skin::Soccer),
    ("table_tennis", Skin::TableTennis),
    ("tennis", Skin::Tennis),
    ("basketball", Skin::Basketball),
    ("baseball", Skin::Baseball),
    ("softball", Skin::Softball),
    ("golf", Skin::Golf),
    ("volleyball", Skin::Volleyball),
    ("bowling", Skin::Bowling),
    ("cricket", Skin::Cricket),
];

/// Looks of the bodies of a world in the order in which they are visited: words are read once, not in every picture.
#[derive(Default)]
pub(crate) struct Looks(Vec<(Entity, Look)>);

impl Looks {
    /// The look of the body that is visited as this number.
    pub(crate) fn of(&mut self, scene: &Scene, number: usize, body: &Shown<'_>) -> Look {
        match self.0.get(number) {
            Some((entity, look)) if *entity == body.entity => *look,
            _ => {
                let look = of_body(scene, number as u32, body);
                self.0.truncate(number);
                self.0.push((body.entity, look));
                look
            }
        }
    }
}

/// The look of a body of the physics.
fn of_body(scene: &Scene, number: u32, body: &Shown<'_>) -> Look {
    let Shown {
        collider,
        moves,
        id,
        ball: key,
        ..
    } = *body;
    if let Some(key) = key {
        return of_flight(key);
    }
    let template = id.map(|id| id.template);
    let (words, copy) = match id {
        Some(id) => (names(scene, id), id.copy),
        None => (String::new(), number),
    };
    let is_ball = matches!(collider, Collider::Sphere { .. });
    if is_ball && moves {
        let skin = BALLS.iter().find(|(word, _)| words.contains(word));
        if let Some((_, skin)) = skin {
            return ball(*skin);
        }
    }
    // Of stone are the grounds of half the scenes; bodies that move on it are told apart by colour instead.
    let known = WORDS
        .iter()
        .find(|(words_of, ..)| words_of.iter().any(|word| words.contains(word)))
        .filter(|(words_of, ..)| !moves || !words_of.contains(&"stone"));
    let ground = matches!(
        collider,
        Collider::HalfSpace { .. } | Collider::HeightField(_) | Collider::Mesh(_)
    );
    let (colour, pattern, gloss) = match known {
        // Many alike that move are told apart by shade.
        Some((_, colour, pattern, gloss)) => (shade(*colour, moves, copy), *pattern, *gloss),
        None if !moves => (0x83_8991, Pattern::Squares, 20),
        None => {
            let seed = copy.wrapping_add(template.unwrap_or(0).wrapping_mul(3));
            (PALETTE[(mixed(seed) % 8) as usize], Pattern::Plain, 60)
        }
    };
    let pattern = match pattern {
        Pattern::Plain if is_ball && moves => Pattern::Patches,
        Pattern::Stripes | Pattern::Boards if !ground => Pattern::Plain,
        Pattern::Plain if !moves && known.is_some_and(|(list, ..)| list.contains(&"stone")) => {
            Pattern::Squares
        }
        other => other,
    };
    Look {
        colour: Colour::rgb(colour),
        finish: Finish {
            pattern,
            gloss,
            ..Finish::default()
        },
        skin: None,
    }
}

/// The look of a ball that flies, by its key; a plain one for a ball of the user's own.
pub(crate) fn of_flight(key: &str) -> Look {
    let skin = match key {
        "american_football" => Some(Skin::AmericanFootball),
        "rugby" => Some(Skin::Rugby),
        "shot_put" => Some(Skin::Iron),
        _ => BALLS
            .iter()
            .find(|(word, _)| *word == key)
            .map(|(_, skin)| *skin),
    };
    match skin {
        Some(skin) => ball(skin),
        None => Look {
            colour: Colour::rgb(PALETTE[0]),
            finish: Finish {
                pattern: Pattern::Patches,
                gloss: 60,
                ..Finish::default()
            },
            skin: None,
        },
    }
}

fn ball(skin: Skin) -> Look {
    let gloss = match skin {
        Skin::Bowling => 230,
        Skin::Golf | Skin::TableTennis | Skin::Iron => 110,
        Skin::Tennis => 0,
        _ => 60,
    };
    Look {
        colour: Colour::WHITE,
        finish: Finish {
            gloss,
            ..Finish::default()
        },
        skin: Some(skin),
    }
}

/// The entry of the scene that a body is a copy of.
pub(crate) fn template(scene: &Scene, id: SceneBody) -> Option<&voltex_scene::Body> {
    let assemblies = scene.groups.iter().filter_map(|group| {
        let assembly = scene.assemblies.get(&group.assembly)?;
        Some(assembly.bodies.iter())
    });
    let mut bodies = scene.bodies.iter().chain(assemblies.flatten());
    bodies.nth(id.template as usize)
}

/// Names of body, shape and material, in small letters.
fn names(scene: &Scene, id: SceneBody) -> String {
    let Some(body) = template(scene, id) else {
        return String::new();
    };
    let mut words = body.name.clone();
    for list in [&body.material.0, &body.shape.0] {
        if !list.is_empty() {
            words.push(' ');
            words.push_str(&list[id.copy as usize % list.len()]);
        }
    }
    words.to_lowercase()
}

/// A colour a little lighter or darker: by number where many move.
fn shade(colour: u32, moves: bool, number: u32) -> u32 {
    // What stands still is darker than what moves on it.
    let factor = if moves { 88 + mixed(number) % 25 } else { 86 };
    let [_, red, green, blue] = colour.to_be_bytes();
    let scaled = [red, green, blue].map(|c| (u32::from(c) * factor / 100).min(255));
    scaled[0] << 16 | scaled[1] << 8 | scaled[2]
}

/// Spreads numbers that follow each other.
const fn mixed(number: u32) -> u32 {
    let n = number.wrapping_mul(0x9e37_79b1);
    n ^ (n >> 15)
}
