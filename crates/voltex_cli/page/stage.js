// The picture: bodies, light, camera, trails, arrows, impacts.

const COLOURS = [0xd9623b, 0x4a90d9, 0xe0a526, 0x4fae62, 0xa064b8, 0x36aeb0, 0xd46a92, 0x8f9c3a];
const CHOSEN = 0xffe08a;
const GREY = 0x7d838a;
/** Part of the height of the picture below which a ball is drawn larger. */
const LEAST_BALL = 1 / 90;
/** How long an impact is shown, s. */
const IMPACT_TIME = 0.35;
/** Most balls that draw a trail besides the chosen body. */
const MOST_TRAILS = 24;

class Stage {
  constructor(film, canvas) {
    this.film = film;
    this.canvas = canvas;
    this.renderer = new THREE.WebGLRenderer({ canvas, antialias: true });
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = THREE.PCFSoftShadowMap;
    this.scene = new THREE.Scene();
    this.scene.background = new THREE.Color(0x20262d);
    this.camera = new THREE.PerspectiveCamera(50, 1, 0.02, 20000);
    this.scene.add(new THREE.HemisphereLight(0xdde8ff, 0x5a554d, 1.6));
    this.sun = new THREE.DirectionalLight(0xfff2dd, 2.2);
    this.sun.castShadow = true;
    this.sun.shadow.mapSize.set(2048, 2048);
    this.sun.shadow.bias = -0.0005;
    this.scene.add(this.sun, this.sun.target);
    this.layers = { trails: true, arrows: true, impacts: true, shadows: film.bodies.length <= 600 };
    this.bounds = this.measure();
    this.addBodies();
    this.addGrid();
    this.addMarks();
    this.view = { target: new THREE.Vector3(), yaw: 0, pitch: 0, distance: 1, angle: 50 };
    this.followed = null;
  }

  /** The box in which everything that moves is at some time. */
  measure() {
    const box = new THREE.Box3();
    const point = new THREE.Vector3();
    let reach = 0;
    for (const moving of [true, false]) {
      for (const body of this.film.bodies) {
        if (body.moves !== moving || (body.shape === null && !body.moves)) continue;
        const shape = body.shape === null ? null : this.film.shapes[body.shape];
        // Corners of a ground reach to the horizon and say nothing.
        if (shape && moving) shape.parts.forEach(part => part.forEach(number => { reach = Math.max(reach, Math.abs(number)); }));
        const step = Math.max(1, Math.floor(body.samples / 200));
        for (let row = 0; row < body.samples; row += step) {
          const at = row * body.width;
          box.expandByPoint(point.set(body.rows[at], body.rows[at + 1], body.rows[at + 2]));
        }
      }
      if (!box.isEmpty()) break;
    }
    if (box.isEmpty()) box.expandByPoint(point.set(0, 0, 0));
    return box.expandByScalar(Math.max(reach, 0.3));
  }

  geometry(shape) {
    const geometry = new THREE.BufferGeometry();
    const places = [...shape.parts[0], ...shape.parts[1]];
    const normals = [...shape.normals[0], ...shape.normals[1]];
    geometry.setAttribute('position', new THREE.Float32BufferAttribute(places, 3));
    geometry.setAttribute('normal', new THREE.Float32BufferAttribute(normals, 3));
    // The second paint is darker, so that a round body shows how it turns.
    const paint = new Float32Array(places.length).fill(1);
    paint.fill(0.45, shape.parts[0].length);
    geometry.setAttribute('color', new THREE.BufferAttribute(paint, 3));
    return geometry;
  }

  addBodies() {
    const { film } = this;
    this.lots = film.shapes.map(() => []);
    film.bodies.forEach((body, index) => {
      if (body.shape !== null) this.lots[body.shape].push(index);
    });
    this.meshes = film.shapes.map((shape, number) => {
      const material = new THREE.MeshStandardMaterial({ vertexColors: true, roughness: 0.6 });
      const mesh = new THREE.InstancedMesh(this.geometry(shape), material, this.lots[number].length);
      mesh.frustumCulled = false;
      mesh.castShadow = shape.kind !== 'half-space';
      mesh.receiveShadow = true;
      mesh.userData.bodies = this.lots[number];
      this.scene.add(mesh);
      return mesh;
    });
    this.paint(-1);
  }

  /** Colours the bodies; the chosen one stands out. */
  paint(chosen) {
    const colour = new THREE.Color();
    this.meshes.forEach((mesh, number) => {
      this.lots[number].forEach((index, copy) => {
        const body = this.film.bodies[index];
        colour.set(index === chosen ? CHOSEN : body.moves ? COLOURS[index % COLOURS.length] : GREY);
        mesh.setColorAt(copy, colour);
      });
      if (mesh.instanceColor) mesh.instanceColor.needsUpdate = true;
    });
  }

  /** Lines on the highest level ground: every metre, or every ten. */
  addGrid() {
    let height = null;
    for (const body of this.film.bodies) {
      const shape = body.shape === null ? null : this.film.shapes[body.shape];
      if (shape && shape.kind === 'half-space' && shape.normals[0][1] > 0.999) height = Math.max(height ?? -Infinity, body.rows[1]);
    }
    if (height === null) return;
    const size = this.bounds.getSize(new THREE.Vector3());
    const reach = Math.max(size.x, size.z, 4);
    const step = reach > 60 ? 10 : reach > 12 ? 1 : 0.25;
    const lines = Math.ceil(1.4 * reach / step) * 2;
    const grid = new THREE.GridHelper(lines * step, lines, 0xffffff, 0xffffff);
    const middle = this.bounds.getCenter(new THREE.Vector3());
    grid.position.set(Math.round(middle.x / step) * step, height + 1e-3 * reach / 10, Math.round(middle.z / step) * step);
    grid.material.transparent = true;
    grid.material.opacity = 0.13;
    this.scene.add(grid);
    this.gridNote = `grid ${step} m`;
  }

  addMarks() {
    const { film } = this;
    this.trails = film.bodies.map(() => null);
    this.arrows = {
      velocity: new THREE.ArrowHelper(new THREE.Vector3(1, 0, 0), new THREE.Vector3(), 1, 0x7fd08a),
      spin: new THREE.ArrowHelper(new THREE.Vector3(0, 1, 0), new THREE.Vector3(), 1, 0xe58cff),
    };
    this.scene.add(this.arrows.velocity, this.arrows.spin);
    this.hits = new THREE.LineSegments(new THREE.BufferGeometry(), new THREE.LineBasicMaterial({ color: 0xff5a4a }));
    this.hits.frustumCulled = false;
    this.scene.add(this.hits);
    film.impacts.forEach(hit => { hit.state = hit.tick + hit.fraction; });
  }

  /** The line of a body through its whole time. */
  trail(index) {
    if (!this.trails[index]) {
      const body = this.film.bodies[index];
      const places = new Float32Array(3 * body.samples);
      for (let row = 0; row < body.samples; row++) {
        for (let axis = 0; axis < 3; axis++) places[3 * row + axis] = body.rows[row * body.width + axis];
      }
      const geometry = new THREE.BufferGeometry();
      geometry.setAttribute('position', new THREE.BufferAttribute(places, 3));
      const line = new THREE.Line(geometry, new THREE.LineBasicMaterial({ color: 0xffc83a }));
      line.frustumCulled = false;
      this.scene.add(line);
      this.trails[index] = line;
    }
    return this.trails[index];
  }

  /** Which bodies leave a trail: the chosen one, and balls. */
  withTrail(chosen) {
    const balls = this.film.bodies.map((body, index) => body.ball ? index : -1).filter(index => index >= 0);
    return new Set([chosen, ...balls.slice(0, MOST_TRAILS)]);
  }

  /** Puts everything where it is at a place between two ticks. */
  pose(place, chosen) {
    const { film } = this;
    const state = Math.floor(place);
    const position = new THREE.Vector3(), rotation = new THREE.Quaternion(), scale = new THREE.Vector3(), matrix = new THREE.Matrix4();
    const eye = this.camera.position;
    this.chosenAt = null;
    this.meshes.forEach((mesh, number) => {
      const { radius } = film.shapes[number];
      this.lots[number].forEach((index, copy) => {
        const body = film.bodies[index];
        poseAt(body, place, film.dt, position, rotation);
        scale.fromArray(body.scale);
        if (!isThere(body, state)) scale.setScalar(0);
        else if (radius && body.moves) {
          // A ball far away would be no pixel.
          const least = LEAST_BALL * position.distanceTo(eye) * Math.tan(this.camera.fov * Math.PI / 360);
          scale.multiplyScalar(Math.max(1, least / radius));
        }
        mesh.setMatrixAt(copy, matrix.compose(position, rotation, scale));
        if (index === chosen) this.chosenAt = position.clone();
      });
      mesh.instanceMatrix.needsUpdate = true;
      mesh.boundingSphere = null;
    });
    const trailed = this.layers.trails ? this.withTrail(chosen) : new Set();
    film.bodies.forEach((body, index) => {
      if (!trailed.has(index) || body.samples === 1) {
        if (this.trails[index]) this.trails[index].visible = false;
        return;
      }
      const line = this.trail(index);
      line.visible = true;
      line.geometry.setDrawRange(0, Math.max(0, Math.min(state - body.first + 1, body.samples)));
    });
    this.poseArrows(state, chosen);
    this.poseHits(place);
  }

  poseArrows(state, chosen) {
    const body = this.film.bodies[chosen];
    const shown = this.layers.arrows && body && this.chosenAt && isThere(body, state);
    const motion = shown ? motionAt(this.film, body, state) : null;
    const unit = this.camera.position.distanceTo(this.chosenAt ?? this.view.target) / 9;
    const put = (arrow, vector, size) => {
      arrow.visible = size > 0;
      if (!arrow.visible) return;
      arrow.position.copy(this.chosenAt);
      arrow.setDirection(vector.clone().normalize());
      arrow.setLength(unit * size, 0.25 * unit, 0.12 * unit);
    };
    // As long as the picture bears: longer for what is faster, by its logarithm.
    put(this.arrows.velocity, shown ? motion.velocity : null, shown && motion.speed > 1e-3 ? 0.6 + 0.4 * Math.log10(1 + motion.speed) : 0);
    put(this.arrows.spin, shown ? motion.spin : null, shown && motion.rate > 1e-3 ? 0.6 + 0.3 * Math.log10(1 + motion.rate) : 0);
  }

  /** Impacts that were just now: a line along the normal, and a cross on the surface. */
  poseHits(place) {
    const points = [];
    const size = this.view.distance / 40;
    const from = place - IMPACT_TIME / this.film.dt;
    const normal = new THREE.Vector3(), side = new THREE.Vector3(), point = new THREE.Vector3();
    if (this.layers.impacts) for (const hit of this.film.impacts) {
      if (hit.state > place || hit.state < from) continue;
      normal.fromArray(hit.normal);
      point.fromArray(hit.point);
      side.set(0, 0, 1).cross(normal);
      if (side.lengthSq() < 0.01) side.set(1, 0, 0).cross(normal);
      side.normalize();
      const other = normal.clone().cross(side);
      for (const [way, length] of [[normal, 1.4], [side, 0.6], [other, 0.6]]) {
        const back = way === normal ? 0 : length;
        points.push(point.clone().addScaledVector(way, -back * size), point.clone().addScaledVector(way, length * size));
      }
    }
    this.hits.visible = points.length > 0;
    if (points.length > 0) {
      this.hits.geometry.dispose();
      this.hits.geometry = new THREE.BufferGeometry().setFromPoints(points);
    }
  }

  /** Looks from a place at a point, m; the angle is the vertical one in degrees. */
  look(from, at, angle = 50) {
    const way = new THREE.Vector3().subVectors(from, at);
    this.view.target.copy(at);
    this.view.distance = Math.max(way.length(), 0.05);
    this.view.yaw = Math.atan2(way.x, way.z);
    this.view.pitch = Math.asin(Math.min(1, Math.max(-1, way.y / this.view.distance)));
    this.view.angle = angle;
  }

  /** Sees the whole box from a direction. */
  fit(direction) {
    const center = this.bounds.getCenter(new THREE.Vector3());
    const radius = Math.max(this.bounds.getSize(new THREE.Vector3()).length() / 2, 0.5);
    const aspect = this.camera.aspect;
    const angle = 50, half = Math.tan(angle * Math.PI / 360) * Math.min(1, aspect);
    this.look(center.clone().addScaledVector(direction.clone().normalize(), 1.05 * radius / half), center, angle);
  }

  /** Goes along with a body from where the camera now stands to it, or, with null, stays. */
  follow(index, place) {
    this.followed = index;
    if (index === null) return;
    this.last = this.placeOf(index, place);
  }

  placeOf(index, place) {
    const position = new THREE.Vector3();
    poseAt(this.film.bodies[index], place, this.film.dt, position, new THREE.Quaternion());
    return position;
  }

  aim(place) {
    if (this.followed !== null) {
      const now = this.placeOf(this.followed, place);
      this.view.target.add(now.clone().sub(this.last));
      this.last = now;
    }
    const { target, yaw, pitch, distance, angle } = this.view;
    const flat = Math.cos(pitch) * distance;
    this.camera.position.set(target.x + Math.sin(yaw) * flat, target.y + Math.sin(pitch) * distance, target.z + Math.cos(yaw) * flat);
    // Straight down, "up" is down range.
    this.camera.up.set(0, 1, 0);
    if (Math.abs(pitch) > 1.57) this.camera.up.set(-Math.sin(yaw), 0, -Math.cos(yaw));
    this.camera.lookAt(target);
    this.camera.fov = angle;
    this.camera.near = Math.max(0.01, distance / 500);
    this.camera.far = distance * 200 + 2000;
    this.camera.updateProjectionMatrix();
    this.camera.updateMatrixWorld();
    const reach = 0.8 * distance;
    this.sun.position.copy(target).add(new THREE.Vector3(0.35, 0.85, 0.45).multiplyScalar(2 * reach));
    this.sun.target.position.copy(target);
    const box = this.sun.shadow.camera;
    [box.left, box.right, box.top, box.bottom, box.near, box.far] = [-reach, reach, reach, -reach, 0.01, 5 * reach];
    box.updateProjectionMatrix();
    this.sun.castShadow = this.layers.shadows;
  }

  draw(place, chosen) {
    const width = this.canvas.clientWidth, height = this.canvas.clientHeight;
    if (width === 0 || height === 0) return;
    this.renderer.setPixelRatio(Math.min(window.devicePixelRatio || 1, 2));
    const size = this.renderer.getSize(new THREE.Vector2());
    if (size.x !== width || size.y !== height) {
      this.renderer.setSize(width, height, false);
      this.camera.aspect = width / height;
    }
    this.aim(place);
    this.pose(place, chosen);
    this.renderer.render(this.scene, this.camera);
  }

  /** The body at a point of the picture, in parts of its width and height from -1 to 1; null for none. */
  bodyAt(x, y) {
    const ray = new THREE.Raycaster();
    ray.setFromCamera(new THREE.Vector2(x, y), this.camera);
    const hits = ray.intersectObjects(this.meshes);
    return hits.length > 0 ? hits[0].object.userData.bodies[hits[0].instanceId] : null;
  }

  /** Where a body is in the picture, pixels from its upper left corner. */
  screenPlace(index, place) {
    const at = this.placeOf(index, place).project(this.camera);
    return [(at.x + 1) / 2 * this.canvas.clientWidth, (1 - at.y) / 2 * this.canvas.clientHeight];
  }
}
