// What is packed in the page: facts about the bodies, and where each was at every tick.

/** Undoes base64 and deflate, and reads the facts and the tracks. */
async function unpack(text) {
  const letters = atob(text.trim());
  const packed = new Uint8Array(letters.length);
  for (let i = 0; i < packed.length; i++) packed[i] = letters.charCodeAt(i);
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const view = new DataView(bytes.buffer);
  const length = view.getUint32(0, true);
  const film = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + length)));
  let at = 4 + length;
  film.hashes = [];
  for (let state = 0; state <= film.ticks; state++, at += 8) {
    const half = place => view.getUint32(at + place, true).toString(16).padStart(8, '0');
    film.hashes.push(half(4) + half(0));
  }
  for (const body of film.bodies) at = readColumns(film, body, bytes, at);
  if (at !== bytes.length) throw new Error('the tracks do not end where the page does');
  return film;
}

/** Reads the thirteen columns of a body into rows, and tells where the next body begins. */
function readColumns(film, body, bytes, at) {
  const width = film.quanta.length;
  const rows = new Float32Array(width * body.samples);
  for (let column = 0; column < width; column++) {
    const quantum = film.quanta[column];
    const second = film.orders[column] === 2;
    let value = 0, rate = 0;
    for (let row = 0; row < body.samples; row++) {
      let byte = bytes[at++];
      let read = byte & 127;
      // Products, not shifts: shifts keep 32 bits.
      for (let place = 128; byte > 127; place *= 128) {
        byte = bytes[at++];
        read += (byte & 127) * place;
      }
      const step = read % 2 === 0 ? read / 2 : -(read + 1) / 2;
      rate = second && row > 0 ? rate + step : step;
      value += rate;
      if (row === 0) rate = 0;
      rows[row * width + column] = value * quantum;
    }
  }
  body.rows = rows;
  body.width = width;
  return at;
}

/** Whether a body is there at a state. */
function isThere(body, state) {
  return state >= body.first && state < body.first + body.count;
}

/** Where in the rows of a body a state begins; of a body that is not there, its nearest. */
function rowOf(body, state) {
  const row = Math.min(Math.max(state - body.first, 0), body.count - 1);
  return (body.samples === 1 ? 0 : row) * body.width;
}

/**
 * Place and attitude between two ticks. The place is linear; the attitude turns by the mean of both spins, and what then
 * is missing is blended in: a ball that makes more than half a turn in a tick turns the right way.
 */
function poseAt(body, place, dt, position, rotation) {
  const state = Math.floor(place), share = place - state;
  const a = rowOf(body, state), rows = body.rows;
  position.set(rows[a], rows[a + 1], rows[a + 2]);
  rotation.set(rows[a + 3], rows[a + 4], rows[a + 5], rows[a + 6]).normalize();
  const b = rowOf(body, state + 1);
  if (share === 0 || a === b) return;
  position.lerp(scratch.vector.set(rows[b], rows[b + 1], rows[b + 2]), share);
  const after = scratch.after.set(rows[b + 3], rows[b + 4], rows[b + 5], rows[b + 6]).normalize();
  const spin = scratch.vector.set(rows[a + 10] + rows[b + 10], rows[a + 11] + rows[b + 11], rows[a + 12] + rows[b + 12]);
  const rate = spin.length() / 2;
  if (rate > 0) spin.normalize();
  const arrived = scratch.arrived.setFromAxisAngle(spin, rate * dt).multiply(rotation);
  // What turns the attitude that the spin leads to into the recorded one.
  const missing = after.multiply(arrived.conjugate());
  const blend = scratch.blend.identity().slerp(missing, share);
  rotation.premultiply(scratch.turn.setFromAxisAngle(spin, rate * dt * share)).premultiply(blend).normalize();
}

const scratch = {
  vector: new THREE.Vector3(), after: new THREE.Quaternion(), arrived: new THREE.Quaternion(),
  blend: new THREE.Quaternion(), turn: new THREE.Quaternion(),
};

/** Height (m), speed (m/s), spin (rad/s) and the three parts of the energy (J) of a body at a state. */
function motionAt(film, body, state) {
  const at = rowOf(body, state), rows = body.rows;
  const attitude = new THREE.Quaternion(rows[at + 3], rows[at + 4], rows[at + 5], rows[at + 6]).normalize();
  const center = new THREE.Vector3(...body.center).applyQuaternion(attitude);
  center.add(new THREE.Vector3(rows[at], rows[at + 1], rows[at + 2]));
  const velocity = new THREE.Vector3(rows[at + 7], rows[at + 8], rows[at + 9]);
  const spin = new THREE.Vector3(rows[at + 10], rows[at + 11], rows[at + 12]);
  const own = spin.clone().applyQuaternion(attitude.clone().conjugate());
  const inertia = new THREE.Matrix3().fromArray(body.inertia);
  const mass = body.mass ?? 0;
  const gravity = new THREE.Vector3(...film.gravity).multiplyScalar(body.gravity_scale);
  return {
    height: center.y, center, velocity, spin, attitude,
    speed: velocity.length(), rate: spin.length(),
    translational: 0.5 * mass * velocity.lengthSq(),
    rotational: 0.5 * own.dot(own.clone().applyMatrix3(inertia)),
    // Of height 0, against gravity.
    potential: -mass * gravity.dot(center),
  };
}

/** Bodies that a body touches at a state. */
function touchedBy(film, index, state) {
  const others = [];
  for (const [a, b, from, to] of film.contacts) {
    if (state < from || state >= to) continue;
    if (a === index) others.push(b);
    if (b === index) others.push(a);
  }
  return others;
}

/** Whether a body sleeps at a state. */
function sleepsAt(film, index, state) {
  return film.sleeps.some(([body, from, to]) => body === index && state >= from && state < to);
}
