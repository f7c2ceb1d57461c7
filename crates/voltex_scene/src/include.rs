//! Scene files that are made of other files.
//!
//! `include: ["common.ron"]` puts what those files hold before what the file itself says: names of tables that both have
//! are the file's own, lists are joined, and settings that the file leaves out are taken over. Each file is read once, wherever it is
//! named; errors are told in the file that holds what is wrong.

use std::path::{Component, Path, PathBuf};

use crate::document::{Document, Form, MAX_FILE};
use crate::error::SceneError;
use crate::locate::Step;
use crate::quantity::unset;
use crate::scene::Scene;
use crate::table::Table;

/// How deep files may name files.
pub const MAX_INCLUDE_DEPTH: usize = 8;

/// A scene and the files that it came from.
pub(crate) struct Gathered {
    pub(crate) scene: Scene,
    sources: Vec<Source>,
}

/// A file, and which elements of each list of the scene are its own.
struct Source {
    document: Document,
    /// Where its part of each list begins, in the order of [`LISTS`], and how many elements it has.
    lists: [(usize, usize); LISTS.len()],
    /// Its own tables and settings, to be found again.
    own: Scene,
}

/// The lists of a scene.
const LISTS: [&str; 8] = [
    "notes", "layers", "bodies", "groups", "joints", "balls", "shots", "cameras",
];

fn lengths(scene: &Scene) -> [usize; LISTS.len()] {
    [
        scene.notes.len(),
        scene.layers.len(),
        scene.bodies.len(),
        scene.groups.len(),
        scene.joints.len(),
        scene.balls.len(),
        scene.shots.len(),
        scene.cameras.len(),
    ]
}

impl Gathered {
    /// Reads a file and all that it includes. `path` is its place, if it has one.
    pub(crate) fn new(document: Document, path: Option<&Path>) -> Result<Self, SceneError> {
        let mut gathered = Self {
            scene: Scene::default(),
            sources: Vec::new(),
        };
        let mut reader = Reader {
            root: path.and_then(Path::parent).map(Path::to_owned),
            way: Vec::new(),
            read: Vec::new(),
            bytes: 0,
        };
        let name = path.and_then(Path::file_name).map(PathBuf::from);
        gathered.add(document, name.unwrap_or_default(), &mut reader)?;
        Ok(gathered)
    }

    fn add(
        &mut self,
        document: Document,
        name: PathBuf,
        reader: &mut Reader,
    ) -> Result<(), SceneError> {
        let mut own: Scene = document.read()?;
        reader.bytes += document.len();
        if reader.bytes > MAX_FILE {
            return Err(document.conflict(
                &[],
                format!(
                    "with this file the scene has more than {} MiB of text, the most that one may have; let arrangements make many bodies",
                    MAX_FILE >> 20
                ),
            ));
        }
        reader.way.push(name.clone());
        for (place, included) in std::mem::take(&mut own.include).iter().enumerate() {
            let here = [Step::Field("include"), Step::Index(place)];
            let (path, name) = reader
                .find(&name, included)
                .map_err(|problem| document.conflict(&here, problem))?;
            if reader.read.contains(&name) {
                continue;
            }
            let inner = Document::load(&path).map_err(|error| match error {
                SceneError::Unreadable { reason, .. } => document.conflict(
                    &here,
                    format!(
                        "`{included}` cannot be read: {reason}; its path is relative to this file"
                    ),
                ),
                other => other,
            })?;
            self.add(inner, name, reader)?;
        }
        reader.way.pop();
        reader.read.push(name);
        let begins = lengths(&self.scene);
        let counts = lengths(&own);
        let lists = std::array::from_fn(|list| (begins[list], counts[list]));
        // Of a scene of one file nothing has to be found again, and it may be large.
        let kept = if reader.way.is_empty() && self.sources.is_empty() {
            Scene::default()
        } else {
            own.clone()
        };
        self.scene.take_over(own);
        self.sources.push(Source {
            document,
            lists,
            own: kept,
        });
        Ok(())
    }

    /// An error at a field of the whole scene, told in the file that holds the field.
    pub(crate) fn placed(&self, error: SceneError, path: &[Step]) -> SceneError {
        let last = self.sources.last().expect("a scene has a file");
        let mut own = path.to_vec();
        let source = match path {
            [Step::Field(list), Step::Index(index), ..] => {
                let found = LISTS
                    .iter()
                    .position(|known| known == list)
                    .and_then(|list| {
                        self.sources.iter().find_map(|source| {
                            let (begin, count) = source.lists[list];
                            let place = index.checked_sub(begin).filter(|place| *place < count)?;
                            own[1] = Step::Index(place);
                            Some(source)
                        })
                    });
                found.unwrap_or(last)
            }
            [Step::Field(table), Step::Key(name), ..] => {
                let mut sources = self.sources.iter().rev();
                sources
                    .find(|source| source.names(table, name))
                    .unwrap_or(last)
            }
            [Step::Field(setting), rest @ ..] => {
                let field = match rest {
                    [Step::Field(field), ..] => *field,
                    _ => "",
                };
                let mut sources = self.sources.iter().rev();
                let found = sources.find(|source| source.sets(setting, field));
                found.unwrap_or(last)
            }
            _ => last,
        };
        source.document.placed(error, &own)
    }
}

impl Source {
    fn names(&self, table: &str, name: &str) -> bool {
        let own = &self.own;
        match table {
            "materials" => own.materials.get(name).is_some(),
            "shapes" => own.shapes.get(name).is_some(),
            "assemblies" => own.assemblies.get(name).is_some(),
            _ => false,
        }
    }

    /// Whether it sets a field of the world, or the air or the wind as a whole.
    fn sets(&self, setting: &str, field: &str) -> bool {
        let own = &self.own;
        match setting {
            // Each of them by itself is taken over from what is included.
            "world" => own.world.sets(field),
            "air" => !unset(&own.air),
            "wind" => !unset(&own.wind),
            _ => false,
        }
    }
}

impl Scene {
    /// Takes a file's own content over what the files that it includes hold.
    fn take_over(&mut self, own: Self) {
        fn join<T: Clone>(table: &mut Table<T>, own: &Table<T>) {
            for (name, value) in own.iter() {
                table.insert(name, value.clone());
            }
        }
        // Every field is named, so that a new one is not forgotten here.
        let Self {
            include: _,
            name,
            about,
            kind,
            ticks,
            notes,
            world,
            layers,
            materials,
            shapes,
            assemblies,
            bodies,
            groups,
            joints,
            balls,
            shots,
            air,
            wind,
            cameras,
        } = own;
        fn set<T: Default + PartialEq>(value: &mut T, own: T) {
            if !unset(&own) {
                *value = own;
            }
        }
        set(&mut self.name, name);
        set(&mut self.about, about);
        set(&mut self.kind, kind);
        set(&mut self.ticks, ticks);
        set(&mut self.air, air);
        set(&mut self.wind, wind);
        self.world.take_over(&world);
        join(&mut self.materials, &materials);
        join(&mut self.shapes, &shapes);
        join(&mut self.assemblies, &assemblies);
        self.notes.extend(notes);
        self.layers.extend(layers);
        self.bodies.extend(bodies);
        self.groups.extend(groups);
        self.joints.extend(joints);
        self.balls.extend(balls);
        self.shots.extend(shots);
        self.cameras.extend(cameras);
    }
}

/// Finds files, and knows which are being read.
struct Reader {
    /// Folder of the file that was asked for; none for a text without a file.
    root: Option<PathBuf>,
    /// Files from the first to the one that is being read, relative to the root.
    way: Vec<PathBuf>,
    /// Files that have been read.
    read: Vec<PathBuf>,
    bytes: u64,
}

impl Reader {
    /// Path of a file that another one names, and the same relative to the root.
    fn find(&self, by: &Path, included: &str) -> Result<(PathBuf, PathBuf), String> {
        let Some(root) = &self.root else {
            return Err(format!(
                "`{included}` is looked for beside this text, which is no file; read the scene with Scene::load, or put the content here"
            ));
        };
        let rule = "write a path relative to this file that stays in the folder of the scene, with / between folders, such as parts/ice.ron";
        let plain = |part: Component<'_>| matches!(part, Component::Normal(_));
        let path = Path::new(included);
        if included.is_empty() || included.contains('\\') || !path.components().all(plain) {
            return Err(format!(
                "`{included}` leads out of the folder of the scene; {rule}"
            ));
        }
        if Form::of(path).is_none() {
            return Err(format!(
                "`{included}` does not end in .ron or .json, the two forms of a scene file; rename it"
            ));
        }
        let name = by.parent().unwrap_or(Path::new("")).join(path);
        if let Some(begin) = self.way.iter().position(|file| *file == name) {
            let mut circle: Vec<String> = self.way[begin..]
                .iter()
                .map(|file| file.display().to_string())
                .collect();
            circle.push(name.display().to_string());
            return Err(format!(
                "the files include each other in a circle: {}; leave one of these out",
                circle.join(" -> ")
            ));
        }
        if self.way.len() > MAX_INCLUDE_DEPTH {
            return Err(format!(
                "`{included}` lies {} files deep; files may include files {MAX_INCLUDE_DEPTH} deep, name it in a file further out",
                self.way.len()
            ));
        }
        Ok((root.join(&name), name))
    }
}
