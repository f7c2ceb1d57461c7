//! Every kind of mistake in a scene file, and the sentence that it gets.

use voltex_scene::Scene;

/// A scene in which each case replaces one thing.
const GOOD: &str = r#"(
    name: "good",
    world: (gravity: (0, -10, 0), steps_per_second: 60),
    layers: ["world", "crates"],
    materials: {"ice": (friction: 0.02), "wood": (friction: 0.5, restitution: 0.3)},
    shapes: {"ball": Sphere(radius: 0.5), "crate": Box(half: (0.5, 0.5, 0.5)), "ground": HalfSpace(normal: (0, 1, 0))},
    bodies: [
        (name: "ground", kind: Static, shape: "ground", material: "ice"),
        (name: "crate", shape: "crate", material: "wood", mass: 2, position: (0, 1, 0)),
        (name: "net", shape: "ball", position: (0, 5, 0), repeat: [Grid(count: (3, 1, 3), spacing: (1, 1, 1))]),
    ],
    joints: [(a: "net", b: "net", link: X, kind: Ball())],
    balls: [(name: "drive", ball: "golf")],
    shots: [(ball: "drive", launch: (speed: "70m/s", up: "11deg", spin: "2700rpm"))],
    cameras: [(position: (0, 2, 10), look_at: (0, 1, 0))],
)"#;

fn message(from: &str, to: &str) -> String {
    assert!(GOOD.contains(from), "{from}");
    let text = GOOD.replacen(from, to, 1);
    match Scene::from_ron(&text) {
        Err(error) => error.to_string(),
        Ok(_) => panic!("{to} was accepted"),
    }
}

/// What is replaced, by what, and the sentence.
const CASES: &[(&str, &str, &str)] = &[
    (
        "friction: 0.02",
        "fricton: 0.02",
        "line 5, column 25: there is no field `fricton` of MaterialDef; did you mean `friction`?; known: friction, restitution, tangential_restitution, rolling_friction, spinning_friction, surface_velocity, friction_combine, restitution_combine",
    ),
    (
        "material: \"ice\"",
        "material: \"iec\"",
        "line 8, column 67: bodies[0].material: there is no material named `iec`; did you mean `ice`?; known: ice, wood",
    ),
    (
        "shape: \"crate\", material",
        "shape: \"crat\", material",
        "line 9, column 32: bodies[1].shape: there is no shape named `crat`; did you mean `crate`?; known: ball, crate, ground",
    ),
    (
        "Sphere(radius: 0.5)",
        "Spere(radius: 0.5)",
        "line 6, column 22: there is no variant `Spere` of ShapeDef; did you mean `Sphere`?; known: Sphere, Box, Capsule, Cylinder, Cone, HalfSpace, Hull, RandomHull, FibonacciHull, Prism, Sector, Mesh, GridMesh, WaveMesh, TorusMesh, HeightField, WaveField, Compound",
    ),
    (
        "Sphere(radius: 0.5)",
        "Sphere(radius: -0.5)",
        "line 6, column 37: shapes[\"ball\"].radius: radius is -0.5; it must lie between 1e-6 and 1e6 m",
    ),
    (
        "Sphere(radius: 0.5)",
        "Sphere(radius: NaN)",
        "line 6, column 37: NaN is not a finite number; write one between -1e38 and 1e38",
    ),
    (
        "Sphere(radius: 0.5)",
        "Sphere(radius: inf)",
        "line 6, column 37: inf is not a finite number; write one between -1e38 and 1e38",
    ),
    (
        "Sphere(radius: 0.5)",
        "Sphere(radius: 1e300)",
        "line 6, column 37: 1e300 is not a finite number in 32 bits; write one between -1e38 and 1e38",
    ),
    (
        "Sphere(radius: 0.5)",
        "Sphere()",
        "line 6, column 29: the field `radius` of Sphere is missing; add it",
    ),
    (
        "Sphere(radius: 0.5)",
        "Sphere(radius: 0.5, radius: 1)",
        "line 6, column 42: the field `radius` of Sphere is given twice; leave one out",
    ),
    (
        "Sphere(radius: 0.5)",
        "Sphere(radius: \"30deg\")",
        "line 6, column 38: `30deg` is an angle, but a length is wanted here; its units are m, cm, ft, in, yd, mm, km",
    ),
    (
        "Sphere(radius: 0.5)",
        "Sphere(radius: \"30\")",
        "line 6, column 38: `30` has no unit; write 30m (units of a length: m, cm, ft, in, yd, mm, km)",
    ),
    (
        "Sphere(radius: 0.5)",
        "Sphere(radius: \"5 inhces\")",
        "line 6, column 38: `inhces` in `5 inhces` is not a known unit; did you mean `in`? Units of a length: m, cm, ft, in, yd, mm, km",
    ),
    (
        "Sphere(radius: 0.5)",
        "Sphere(radius: true)",
        "line 6, column 37: expected a length as a number in SI units or a text with one of the units m, cm, ft, in, yd, mm, km but found the boolean `true` instead",
    ),
    (
        "Sphere(radius: 0.5)",
        "Sphere(radius: (1, 2, 3))",
        "line 6, column 37: expected a length as a number in SI units or a text with one of the units m, cm, ft, in, yd, mm, km but found a sequence instead",
    ),
    (
        "Sphere(radius: 0.5)",
        "Sphere",
        "line 6, column 28: expected `(`: vectors, structs and the fields of variants stand in round brackets, such as (x, y, z) or Ball()",
    ),
    (
        "mass: 2",
        "mass: -2",
        "line 9, column 65: bodies[1].mass: mass (kg) is -2; it must lie between 1e-12 and 1e12; write `kind: Static` for a body that never moves",
    ),
    (
        "mass: 2",
        "mass: 0",
        "line 9, column 65: bodies[1].mass: mass (kg) is 0; it must lie between 1e-12 and 1e12; write `kind: Static` for a body that never moves",
    ),
    (
        "mass: 2",
        "mass: 2, density: 5",
        "line 9, column 9: bodies[1]: the body has both a mass and a density; leave one out",
    ),
    (
        "mass: 2",
        "mass: \"2 stone\"",
        "line 9, column 66: `stone` in `2 stone` is not a known unit; did you mean `oz`? Units of a mass: kg, g, oz, lb",
    ),
    (
        "mass: 2",
        "mass 2",
        "line 9, column 63: expected `:` between a name and its value",
    ),
    (
        "mass: 2",
        "kind: Static, mass: 2",
        "line 9, column 9: bodies[1]: only a dynamic body has a mass; leave out mass and density, or write `kind: Dynamic`",
    ),
    (
        "mass: 2",
        "kind: Static, velocity: (1, 0, 0)",
        "line 9, column 9: bodies[1]: a static body has no velocity; leave it out, or write `kind: Kinematic`",
    ),
    (
        "mass: 2",
        "motion: Orbit(center: (0, 0, 0), axis: (0, 1, 0), rate: 1)",
        "line 9, column 67: bodies[1].motion: only a kinematic body has a motion; write `kind: Kinematic`",
    ),
    (
        "mass: 2",
        "kind: Kinematic, motion: Orbit(center: (0, 0, 0), axis: (0, 0, 0), rate: 1)",
        "line 9, column 115: bodies[1].motion.axis: the direction (0, 0, 0) has the length 0; it must lie between 1e-6 and 1e6, write for example (0, 1, 0)",
    ),
    (
        "mass: 2",
        "rotation: Quat(x: 1, y: 1, z: 0, w: 0)",
        "line 9, column 69: bodies[1].rotation: the quaternion (1, 1, 0, 0) has the length 1.4142135; it must be 1 within 0.001, divide by its length or write Euler or Axis",
    ),
    (
        "mass: 2",
        "scale: (1, -1, 1)",
        "line 9, column 66: bodies[1].scale: scale is -1; it must lie between 1e-6 and 1e6 along every axis",
    ),
    (
        "mass: 2",
        "linear_damping: -1",
        "line 9, column 75: bodies[1].linear_damping: linear damping (1/s) is -1; it must lie between 0 and 1e6",
    ),
    (
        "mass: 2",
        "layers: (of: [\"crate\"])",
        "line 9, column 73: bodies[1].layers.of[0]: there is no layer named `crate`; did you mean `crates`?; known: world, crates",
    ),
    (
        "mass: 2",
        "vary: (mass: 3)",
        "line 9, column 65: bodies[1].vary: the last copy has a mass and the body has none; add `mass` to the body",
    ),
    (
        "mass: 2",
        "spawn: At(ticks: [3, 3])",
        "line 9, column 80: bodies[1].spawn.ticks[1]: step 3 comes after step 3; list the steps in rising order, each once",
    ),
    (
        "mass: 2",
        "spawn: Every(first: 0, every: 0, times: 3)",
        "line 9, column 89: bodies[1].spawn.every: the distance in steps is 0; it must lie between 1 and 1073741824",
    ),
    (
        "mass: 2",
        "restitution: 1.5",
        "line 9, column 72: bodies[1].restitution: restitution is 1.5; it must lie between 0 and 1",
    ),
    (
        "mass: 2",
        "locks: [x]",
        "line 9, column 67: there is no variant `x` of Lock; did you mean `X`?; known: X, Y, Z, TurnX, TurnY, TurnZ",
    ),
    (
        "position: (0, 1, 0)",
        "position: (0, 1)",
        "line 9, column 83: expected 3 numbers but found 2 elements instead",
    ),
    (
        "position: (0, 1, 0)",
        "position: [0, 1, 0]",
        "line 9, column 77: expected `(`: vectors, structs and the fields of variants stand in round brackets, such as (x, y, z) or Ball()",
    ),
    (
        "position: (0, 1, 0)",
        "position: (0, 1, 0, 0)",
        "line 9, column 88: expected `)`: there are too many values, or a comma is missing",
    ),
    (
        "position: (0, 1, 0)",
        "position: (0, 1e8, 0)",
        "line 9, column 78: bodies[1].position: a coordinate (m) is 1e8; it must lie between -1e7 and 1e7 in every component",
    ),
    (
        "position: (0, 1, 0)",
        "position: 3",
        "line 9, column 77: expected `(`: vectors, structs and the fields of variants stand in round brackets, such as (x, y, z) or Ball()",
    ),
    (
        "name: \"crate\"",
        "name: \"ground\"",
        "line 9, column 16: bodies[1].name: the name `ground` belongs to body 0 of this list as well (the first is 0); rename one",
    ),
    (
        "name: \"crate\"",
        "name: crate",
        "line 9, column 15: expected a text in double quotes",
    ),
    (
        "shape: \"crate\", material",
        "shape: crate, material",
        "line 9, column 37: names stand in double quotes, such as \"crate\", or several in a list",
    ),
    (
        "shape: \"crate\", material",
        "material",
        "line 9, column 9: bodies[1]: the body has no shape; add `shape` with a name from the table `shapes`",
    ),
    (
        "kind: Static, shape",
        "kind: Statc, shape",
        "line 8, column 32: there is no variant `Statc` of Kind; did you mean `Static`?; known: Dynamic, Kinematic, Static",
    ),
    (
        "kind: Static, shape",
        "shape",
        "line 8, column 33: bodies[0].shape: the body is dynamic, and a half-space has no mass; add `kind: Static` or choose another shape",
    ),
    (
        "count: (3, 1, 3)",
        "count: (3000, 1000, 3000)",
        "line 10, column 68: bodies[2].repeat[0]: this arrangement makes 9000000000 copies; a scene may have at most 5000000 bodies, lower the counts",
    ),
    (
        "count: (3, 1, 3)",
        "count: (3000, 1000, 2)",
        "line 10, column 68: bodies[2].repeat[0]: this arrangement makes 6000000 copies; a scene may have at most 5000000 bodies, lower the counts",
    ),
    (
        "count: (3, 1, 3)",
        "count: (0, 1, 3)",
        "line 10, column 68: bodies[2].repeat[0]: this arrangement makes no copies; every count must be 1 or more",
    ),
    (
        "count: (3, 1, 3)",
        "count: (-1, 1, 3)",
        "line 10, column 82: the number is negative or too large for a count; write a whole number from 0 to 4294967295",
    ),
    (
        "count: (3, 1, 3)",
        "count: (1.5, 1, 3)",
        "line 10, column 82: expected a comma; a count is a whole number without a decimal point",
    ),
    (
        "count: (3, 1, 3)",
        "count: (99999999999, 1, 3)",
        "line 10, column 81: the number is negative or too large for a count; write a whole number from 0 to 4294967295",
    ),
    (
        "spacing: (1, 1, 1)",
        "spaceing: (1, 1, 1)",
        "line 10, column 91: there is no field `spaceing` of Grid; did you mean `spacing`?; known: count, spacing, centered",
    ),
    (
        "a: \"net\"",
        "a: \"nett\"",
        "line 12, column 18: joints[0].a: there is no body named `nett`; did you mean `net`?; known: ground, crate, net",
    ),
    (
        "link: X",
        "link: First",
        "line 12, column 28: joints[0].b: the joint connects a body with itself; name another body, or add `link: Next` to connect its copies",
    ),
    // One body: the last of its copies is the first.
    (
        "a: \"net\", b: \"net\", link: X",
        "a: \"crate\", b: \"crate\", link: Last",
        "line 12, column 30: joints[0].b: the joint connects a body with itself; name another body, or add `link: Next` to connect its copies",
    ),
    (
        "link: X",
        "link: W",
        "line 12, column 41: there is no variant `W` of Link; did you mean `X`?; known: First, Last, Pairs, Next, X, Y, Z",
    ),
    (
        "b: \"net\"",
        "b: \"crate\"",
        "line 12, column 43: joints[0].link: neighbours along an axis are copies of one body whose `repeat` is a single Grid; name it as a and b, or use Next or Pairs",
    ),
    (
        "Box(half: (0.5, 0.5, 0.5))",
        "Hull(points: [(0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0)])",
        "line 6, column 52: shapes[\"crate\"]: all points lie within 0.000e0 m of a plane and bound no volume; thicken them to 4.907e-5 m or more, or use a box or a mesh",
    ),
    (
        "Box(half: (0.5, 0.5, 0.5))",
        "Mesh(vertices: [(0, 0, 0), (1, 0, 0), (2, 0, 0)], triangles: [(0, 1, 2)])",
        "line 6, column 52: shapes[\"crate\"]: triangle 0 from [0, 0, 0] over [1, 0, 0] to [2, 0, 0] has no area; leave it out, or set MeshOptions::drop_degenerate",
    ),
    (
        "mass: 2",
        "throw: (speed: -1)",
        "line 9, column 74: bodies[1].throw.speed: speed (m/s) is -1; it must lie between 0 and 1e6",
    ),
    (
        "kind: Ball()",
        "kind: Hinge()",
        "line 12, column 14: joints[0]: a Hinge needs an axis; add for example `axis: (0, 0, 1)`",
    ),
    (
        "kind: Ball()",
        "kind: Ball(twist: (0.5, -0.5))",
        "line 12, column 62: joints[0].kind.twist: the lower end 0.5 lies above the upper end -0.5; exchange them",
    ),
    (
        "kind: Ball()",
        "kind: Ball(spring: (frequency: 0, damping: 1))",
        "line 12, column 75: joints[0].kind.spring.frequency: frequency (Hz) is 0; it must lie between 1e-6 and 1e6",
    ),
    (
        "kind: Ball()",
        "kind: Ball",
        "line 12, column 54: expected `(`: vectors, structs and the fields of variants stand in round brackets, such as (x, y, z) or Ball()",
    ),
    (
        "ball: \"golf\"",
        "ball: \"gofl\"",
        "line 13, column 35: balls[0].ball: there is no ball named `gofl`; did you mean `golf`?; known: table_tennis, golf, baseball, soccer, tennis, basketball, volleyball, cricket, rugby, american_football, bowling, shot_put",
    ),
    (
        "ball: \"golf\"",
        "ball: \"golf\", model: \"smits\"",
        "line 13, column 50: balls[0].model: there is no model named `smits`; did you mean `smits_smith`?; known: default, smits_smith, nathan_2025, vacuum, arcade",
    ),
    (
        "ball: \"golf\"",
        "ball: \"golf\", surface: \"fairwy\"",
        "line 13, column 52: balls[0].surface: there is no surface named `fairwy`; did you mean `fairway`?; known: none, grass, turf, clay, hard_court, hardwood, table, green, fairway, rough, pitch, lane, steel_plate",
    ),
    (
        "(ball: \"drive\"",
        "(ball: \"driver\"",
        "line 14, column 20: shots[0].ball: there is no ball named `driver`; did you mean `drive`?; known: drive",
    ),
    (
        "speed: \"70m/s\"",
        "speed: \"70deg\"",
        "line 14, column 46: `70deg` is an angle, but a speed is wanted here; its units are m/s, km/h, mph, ft/s, cm/s",
    ),
    (
        "speed: \"70m/s\"",
        "speed: -70",
        "line 14, column 13: shots[0]: speed (m/s) is -70; allowed is 0 to 3000; the models hold far below the speed of sound, 343 m/s",
    ),
    (
        "launch: (speed: \"70m/s\", up: \"11deg\", spin: \"2700rpm\")",
        "named: \"curve-kik\"",
        "line 14, column 13: shots[0]: there is no shot named `curve-kik`; did you mean `curve-kick`?; known: topspin, slice, lob, drop-shot, loop, chop, curve-kick, knuckle, four-seam, curveball, slider, forkball, fly-ball, driver, draw, fade, golf-slice, backspin-approach, free-throw, hook-shot, float-serve, topspin-serve, in-swing, out-swing, cutter, leg-break, place-kick, punt, spiral, strike-hook, back-up-ball, shot-put",
    ),
    (
        "launch: (speed: \"70m/s\", up: \"11deg\", spin: \"2700rpm\")",
        "tick: 3",
        "line 14, column 13: shots[0]: the shot has neither a launch nor the name of a shot; add one of `launch` and `named`",
    ),
    (
        "look_at: (0, 1, 0)",
        "look_at: (0, 2, 10)",
        "line 15, column 15: cameras[0]: the camera looks at its own place; move `position` or `look_at`",
    ),
    (
        "look_at: (0, 1, 0)",
        "look_at: (0, 1, 0), follow: \"dive\"",
        "line 15, column 66: cameras[0].follow: there is no body or ball named `dive`; did you mean `drive`?; known: ground, crate, net, drive",
    ),
    (
        "steps_per_second: 60",
        "dt: 0.01, steps_per_second: 60",
        "line 3, column 12: world: both dt and steps_per_second are given; leave one out",
    ),
    (
        "steps_per_second: 60",
        "dt: 2",
        "line 3, column 39: world.dt: dt (s) is 2; it must lie between 1e-5 and 1",
    ),
    (
        "steps_per_second: 60",
        "substeps: 0",
        "line 3, column 45: world.substeps: substeps is 0; it must lie between 1 and 64",
    ),
    (
        "(0, -10, 0)",
        "(0, -1e9, 0)",
        "line 3, column 22: world.gravity: gravity (m/s^2) is -1e9; it must lie between -10000 and 10000 in every component",
    ),
    (
        "\"ball\": Sphere",
        "\"crate\": Sphere",
        "line 6, column 45: the name `crate` comes twice in this table; rename one of the two",
    ),
    (
        "\"ball\": Sphere",
        "\"\": Sphere",
        "line 6, column 18: shapes[\"\"]: the name `` has 0 bytes; a name has 1 to 100 and no control characters",
    ),
    (
        "layers: [\"world\", \"crates\"]",
        "layers: [\"world\", \"world\"]",
        "line 4, column 14: layers[0]: the layer `world` is named twice; leave one out",
    ),
    (
        "cameras:",
        "air: (altitude: 100, pressure: 1000), cameras:",
        "line 15, column 10: air: both a pressure and an altitude are given, which sets the pressure; leave one out",
    ),
    (
        "cameras:",
        "air: (humidity: 50), cameras:",
        "line 15, column 10: air: relative humidity is 50; allowed is 0 to 1; 0.5 is 50 %",
    ),
    (
        "cameras:",
        "wind: Uniform(velocity: (300, 0, 0)), cameras:",
        "line 15, column 11: wind: wind speed (m/s) is 300; allowed is 0 to 200; give finite components in m/s",
    ),
    (
        "cameras:",
        "groups: [(assembly: \"human\")], cameras:",
        "line 15, column 25: groups[0].assembly: there is no assembly named `human`; the scene has no assembly of any name",
    ),
    (
        "cameras:",
        "camera:",
        "line 15, column 5: there is no field `camera` of Scene; did you mean `cameras`?; known: include, name, about, kind, ticks, notes, world, layers, materials, shapes, assemblies, bodies, groups, joints, balls, shots, air, wind, cameras",
    ),
    (
        "Box(half: (0.5, 0.5, 0.5))",
        "Compound(children: [])",
        "line 6, column 52: shapes[\"crate\"]: the compound has no parts; add `children`",
    ),
    (
        "Box(half: (0.5, 0.5, 0.5))",
        "Compound(children: [(shape: \"ground\")])",
        "line 6, column 80: shapes[\"crate\"].children[0].shape: `ground` is a half-space; parts of a compound are spheres, boxes, capsules, cylinders, cones and hulls, give it a body of its own",
    ),
    (
        "Box(half: (0.5, 0.5, 0.5))",
        "Hull(points: [(0, 0, 0)])",
        "line 6, column 65: shapes[\"crate\"].points: the number of points is 1; it must lie between 4 and 10000",
    ),
    (
        "Box(half: (0.5, 0.5, 0.5))",
        "Mesh(vertices: [(0, 0, 0), (1, 0, 0), (0, 0, 1)], triangles: [(0, 1, 3)])",
        "line 6, column 114: shapes[\"crate\"].triangles[0]: the corner 3 is no vertex: the mesh has 3, numbered from 0",
    ),
    (
        "Box(half: (0.5, 0.5, 0.5))",
        "HeightField(columns: 3, cell: 1, heights: [0, 1, 2, 3])",
        "line 6, column 94: shapes[\"crate\"].heights: there are 4 heights, which do not fill two or more rows of 3; add or remove some",
    ),
    (
        "Box(half: (0.5, 0.5, 0.5))",
        "GridMesh(cells: (10000, 10000), cell: 1)",
        "line 6, column 52: shapes[\"crate\"]: with this shape there are 300000000 vertices, triangles and heights; all shapes together may have 20000000, use fewer cells",
    ),
    (
        "Box(half: (0.5, 0.5, 0.5))",
        "Sector(inner: 2, outer: 1, from: 0, to: 1, half_length: 1)",
        "line 6, column 52: shapes[\"crate\"]: the inner radius 2 is not below the outer radius 1; exchange them",
    ),
    (
        "Box(half: (0.5, 0.5, 0.5))",
        "TorusMesh(segments: (8, 2), radius: 2, tube: 1)",
        "line 6, column 72: shapes[\"crate\"].segments: vertices round the tube is 2; it must lie between 3 and 10000",
    ),
    (
        ")]),\n    ],\n    joints",
        ")],\n    ],\n    joints",
        "line 11, column 5: expected the name of a field here; a bracket is missing before it, or there is one too many",
    ),
    (
        "    cameras: [(position: (0, 2, 10), look_at: (0, 1, 0))],\n)",
        "    cameras: [",
        "line 15, column 14: the text ends here, before the scene does; close its brackets",
    ),
];

#[test]
fn each_mistake_gets_its_sentence_with_line_column_and_remedy() {
    assert!(Scene::from_ron(GOOD).is_ok(), "{:?}", Scene::from_ron(GOOD));
    let mut other = String::new();
    for (from, to, expected) in CASES {
        let found = message(from, to);
        if found != *expected {
            other.push_str(&format!(
                "{to}\n  expected {expected}\n  found    {found}\n"
            ));
        }
    }
    assert!(other.is_empty(), "{other}");
}

#[test]
fn json_has_the_same_sentences() {
    let message = |text: &str| Scene::from_json(text).unwrap_err().to_string();
    assert_eq!(
        message("{\n  \"bodys\": []\n}"),
        "line 2, column 9: there is no field `bodys`; did you mean `bodies`?; known: include, name, about, kind, ticks, notes, world, \
         layers, materials, shapes, assemblies, bodies, groups, joints, balls, shots, air, wind, cameras"
    );
    assert_eq!(
        message("{\n  \"shapes\": {\"b\": {\"Sphere\": {\"radius\": -1}}}\n}"),
        "line 2, column 41: shapes[\"b\"].radius: radius is -1; it must lie between 1e-6 and 1e6 m"
    );
}
