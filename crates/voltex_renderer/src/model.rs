//! Models from files: glTF and OBJ.

use std::path::Path;

use voltex_math::{Mat4, Vec2, Vec3};

use crate::error::RenderError;
use crate::frame::Colour;
use crate::mesh::{MeshData, Vertex};
use crate::picture::{Picture, to_srgb};

/// A model: parts that are drawn together.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// Its parts, none of them empty.
    pub parts: Vec<Part>,
}

/// A mesh of one material.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// Its name in the file, empty for none.
    pub name: String,
    /// Triangles in the frame of the model, m, +Y up.
    pub mesh: MeshData,
    /// Base colour.
    pub colour: Colour,
    /// What is pasted on it.
    pub texture: Option<Picture>,
}

impl Model {
    /// Reads a file that ends in `gltf`, `glb` or `obj`.
    ///
    /// Of glTF the default scene is read with the placements of its nodes, skins in the attitude in which their joints
    /// stand there, base colours and their textures; of OBJ triangles and polygons with their diffuse colours and PNG
    /// textures. Animations and lights are left out.
    ///
    /// # Errors
    /// Another ending, a file that cannot be read, one without triangles.
    pub fn load(path: &Path) -> Result<Self, RenderError> {
        let ending = path.extension().map(|e| e.to_string_lossy().to_lowercase());
        let parts = match ending.as_deref() {
            Some("gltf" | "glb") => gltf_parts(path)?,
            Some("obj") => obj_parts(path)?,
            _ => {
                let reason = "this is no model; files that end in gltf, glb or obj are read";
                return Err(RenderError::file(path, reason));
            }
        };
        if parts.is_empty() {
            return Err(RenderError::file(path, "it has no triangles"));
        }
        for part in &parts {
            part.mesh
                .validate()
                .map_err(|error| RenderError::file(path, error))?;
        }
        Ok(Self { parts })
    }

    /// Smallest and largest coordinates, m.
    pub fn bounds(&self) -> Option<(Vec3, Vec3)> {
        let bounds = self.parts.iter().filter_map(|part| part.mesh.bounds());
        bounds.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)))
    }
}

fn gltf_parts(path: &Path) -> Result<Vec<Part>, RenderError> {
    let (document, buffers, images) =
        gltf::import(path).map_err(|error| RenderError::file(path, error))?;
    let scene = document
        .default_scene()
        .or_else(|| document.scenes().next());
    let Some(scene) = scene else {
        return Err(RenderError::file(path, "it has no scene"));
    };
    let mut parts = Vec::new();
    let mut nodes = Vec::new();
    // Nodes to visit, each with the placement of its parent.
    let mut waiting: Vec<_> = scene.nodes().map(|node| (node, Mat4::IDENTITY)).collect();
    let mut places = vec![Mat4::IDENTITY; document.nodes().len()];
    while let Some((node, parent)) = waiting.pop() {
        let placed = parent * Mat4::from_cols_array_2d(&node.transform().matrix());
        places[node.index()] = placed;
        waiting.extend(node.children().map(|child| (child, placed)));
        nodes.push((node, placed));
    }
    for (node, placed) in nodes {
        let Some(mesh) = node.mesh() else {
            continue;
        };
        let joints = node.skin().map(|skin| joints(&skin, &places, &buffers));
        for primitive in mesh.primitives() {
            if primitive.mode() != gltf::mesh::Mode::Triangles {
                continue;
            }
            let reader = primitive.reader(|buffer| buffers.get(buffer.index()).map(|b| &b.0[..]));
            let Some(positions) = reader.read_positions() else {
                continue;
            };
            let mut positions: Vec<Vec3> = positions.map(Vec3::from_array).collect();
            let mut normals: Option<Vec<Vec3>> = reader
                .read_normals()
                .map(|normals| normals.map(Vec3::from_array).collect());
            let mut placed = placed;
            if let (Some(joints), Some(which), Some(weights)) =
                (&joints, reader.read_joints(0), reader.read_weights(0))
            {
                let shares = which.into_u16().zip(weights.into_f32());
                bend(&mut positions, normals.as_deref_mut(), joints, shares);
                // The joints have put it where it belongs; the place of the node itself does not count.
                placed = Mat4::IDENTITY;
            }
            let count = positions.len();
            let indices: Vec<u32> = match reader.read_indices() {
                Some(indices) => indices.into_u32().collect(),
                None => (0..count as u32).collect(),
            };
            let uvs = reader.read_tex_coords(0).map(|uv| uv.into_f32());
            let material = primitive.material();
            let base = material.pbr_metallic_roughness();
            let [red, green, blue, opacity] = base.base_color_factor();
            let [red, green, blue] = [red, green, blue].map(to_srgb);
            let texture = base
                .base_color_texture()
                .and_then(|info| images.get(info.texture().source().index()))
                .map(|image| picture(image, path))
                .transpose()?;
            parts.push(Part {
                name: mesh.name().unwrap_or_default().to_owned(),
                mesh: place(
                    assemble(
                        &positions,
                        normals,
                        uvs.map(|uv| uv.map(Vec2::from_array).collect()),
                        &indices,
                    ),
                    &placed,
                ),
                colour: Colour([red, green, blue, (255.0 * opacity + 0.5) as u8]),
                texture,
            });
        }
    }
    parts.retain(|part| !part.mesh.indices.is_empty());
    Ok(parts)
}

/// From where a skin's vertices are at rest to where each of its joints takes them.
fn joints(skin: &gltf::Skin<'_>, places: &[Mat4], buffers: &[gltf::buffer::Data]) -> Vec<Mat4> {
    let reader = skin.reader(|buffer| buffers.get(buffer.index()).map(|b| &b.0[..]));
    let at_rest: Vec<Mat4> = reader
        .read_inverse_bind_matrices()
        .map(|matrices| matrices.map(|m| Mat4::from_cols_array_2d(&m)).collect())
        .unwrap_or_default();
    let each = skin.joints().enumerate();
    each.map(|(number, joint)| {
        let inverse = at_rest.get(number).copied().unwrap_or(Mat4::IDENTITY);
        places[joint.index()] * inverse
    })
    .collect()
}

/// Takes each vertex to the mean of where up to four joints take it, by their weights (glTF 2.0, 3.7.3.3).
fn bend(
    positions: &mut [Vec3],
    normals: Option<&mut [Vec3]>,
    joints: &[Mat4],
    shares: impl Iterator<Item = ([u16; 4], [f32; 4])>,
) {
    let mut normals = normals.into_iter().flatten();
    for (position, (which, weights)) in positions.iter_mut().zip(shares) {
        let normal = normals.next();
        let mut sum = Mat4::ZERO;
        let mut whole = 0.0;
        for (joint, weight) in which.into_iter().zip(weights) {
            if let Some(matrix) = joints.get(usize::from(joint)) {
                sum += *matrix * weight;
                whole += weight;
            }
        }
        // A vertex that no joint holds stays.
        if whole > 0.0 {
            let mean = sum * (1.0 / whole);
            *position = mean.transform_point3(*position);
            if let Some(normal) = normal {
                *normal = mean.transform_vector3(*normal).normalize_or(*normal);
            }
        }
    }
}

fn picture(image: &gltf::image::Data, path: &Path) -> Result<Picture, RenderError> {
    use gltf::image::Format;
    let bytes = &image.pixels;
    let rgba: Vec<u8> = match image.format {
        Format::R8 => bytes.iter().flat_map(|r| [*r, *r, *r, 255]).collect(),
        Format::R8G8 => bytes
            .chunks_exact(2)
            .flat_map(|c| [c[0], c[1], 0, 255])
            .collect(),
        Format::R8G8B8 => bytes
            .chunks_exact(3)
            .flat_map(|c| [c[0], c[1], c[2], 255])
            .collect(),
        Format::R8G8B8A8 => bytes.clone(),
        other => {
            let reason =
                format!("a texture of format {other:?} is not read; save it with 8 bits a channel");
            return Err(RenderError::file(path, reason));
        }
    };
    Picture::new(image.width, image.height, rgba).map_err(|error| RenderError::file(path, error))
}

fn obj_parts(path: &Path) -> Result<Vec<Part>, RenderError> {
    let options = tobj::LoadOptions {
        triangulate: true,
        single_index: true,
        ..tobj::LoadOptions::default()
    };
    let (models, materials) =
        tobj::load_obj(path, &options).map_err(|error| RenderError::file(path, error))?;
    // Without its material file a model is grey.
    let materials = materials.unwrap_or_default();
    let mut parts = Vec::new();
    for tobj::Model { mesh, name } in models {
        let positions: Vec<Vec3> = mesh
            .positions
            .chunks_exact(3)
            .map(Vec3::from_slice)
            .collect();
        let normals: Vec<Vec3> = mesh.normals.chunks_exact(3).map(Vec3::from_slice).collect();
        // OBJ counts v from the bottom.
        let uvs: Vec<Vec2> = mesh
            .texcoords
            .chunks_exact(2)
            .map(|uv| Vec2::new(uv[0], 1.0 - uv[1]))
            .collect();
        let material = mesh.material_id.and_then(|id| materials.get(id));
        let [red, green, blue] = material
            .and_then(|material| material.diffuse)
            .unwrap_or([0.7; 3])
            .map(|c| (255.0 * c + 0.5) as u8);
        let texture = material
            .and_then(|material| material.diffuse_texture.as_ref())
            .map(|file| Picture::load(&path.with_file_name(file)))
            .transpose()?;
        parts.push(Part {
            name,
            mesh: assemble(
                &positions,
                (normals.len() == positions.len()).then_some(normals),
                (uvs.len() == positions.len()).then_some(uvs),
                &mesh.indices,
            ),
            colour: Colour([red, green, blue, 255]),
            texture,
        });
    }
    parts.retain(|part| !part.mesh.indices.is_empty());
    Ok(parts)
}

/// One mesh of separate lists; without normals every triangle has its own. Indices are as the file has them.
fn assemble(
    positions: &[Vec3],
    normals: Option<Vec<Vec3>>,
    uvs: Option<Vec<Vec2>>,
    indices: &[u32],
) -> MeshData {
    let uv = |index: usize| {
        let list = uvs.as_ref();
        list.and_then(|list| list.get(index))
            .copied()
            .unwrap_or_default()
    };
    match normals {
        Some(normals) => MeshData {
            vertices: positions
                .iter()
                .zip(&normals)
                .enumerate()
                .map(|(index, (position, normal))| Vertex::new(*position, *normal, uv(index)))
                .collect(),
            indices: indices.to_vec(),
        },
        None => {
            let mut mesh = MeshData::default();
            for triangle in indices.chunks_exact(3) {
                let corners = [0, 1, 2].map(|k| triangle[k] as usize);
                let place = corners.map(|corner| positions.get(corner).copied());
                let [Some(a), Some(b), Some(c)] = place else {
                    continue;
                };
                let normal = (b - a).cross(c - a).normalize_or_zero();
                if normal == Vec3::ZERO {
                    continue;
                }
                let first = mesh.vertices.len() as u32;
                for (corner, position) in corners.into_iter().zip([a, b, c]) {
                    mesh.vertices
                        .push(Vertex::new(position, normal, uv(corner)));
                }
                mesh.indices.extend([first, first + 1, first + 2]);
            }
            mesh
        }
    }
}

/// Puts a mesh where a matrix says; normals by its inverse transpose, and mirrored triangles turned back.
fn place(mut mesh: MeshData, matrix: &Mat4) -> MeshData {
    if *matrix == Mat4::IDENTITY {
        return mesh;
    }
    let mirrored = matrix.determinant() < 0.0;
    let normals = matrix.inverse().transpose();
    for vertex in &mut mesh.vertices {
        let position = matrix.transform_point3(Vec3::from_array(vertex.position));
        let normal = normals.transform_vector3(Vec3::from_array(vertex.normal));
        vertex.position = position.to_array();
        vertex.normal = normal.normalize_or(Vec3::Y).to_array();
    }
    if mirrored {
        for triangle in mesh.indices.chunks_exact_mut(3) {
            triangle.swap(1, 2);
        }
    }
    mesh
}
