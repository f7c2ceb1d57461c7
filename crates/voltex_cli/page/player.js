// The clock, the controls and the numbers.

const PACES = [0.1, 0.25, 0.5, 1, 2, 4, 8];
const byId = id => document.getElementById(id);

/** What is shown: where in time, whether it runs, how fast, and which body is chosen. */
class Player {
  constructor(film) {
    this.film = film;
    this.place = 0;
    this.playing = false;
    this.pace = 1;
    this.chosen = Math.max(0, film.bodies.findIndex(body => body.ball));
    if (!film.bodies[this.chosen]?.ball) this.chosen = Math.max(0, film.bodies.findIndex(body => body.moves));
    this.frames = 0;
    this.stage = new Stage(film, byId('picture'));
    this.plots = new Plots(film, tick => this.go(tick));
    this.fillPage();
    this.listen();
    this.choose(this.chosen);
    this.takeCamera(0);
    this.resize();
    this.last = performance.now();
    requestAnimationFrame(now => this.frame(now));
  }

  fillPage() {
    const { film } = this;
    const facts = film.origin;
    byId('title').textContent = document.title;
    byId('about').textContent = [
      facts.engine, `${film.bodies.filter(body => body.moves).length} bodies that move`,
      `${(film.ticks * film.dt).toFixed(1)} s at ${(1 / film.dt).toFixed(0)} steps a second`, this.stage.gridNote ?? '',
    ].filter(part => part).join('  ·  ');
    byId('ticks').textContent = film.ticks;
    byId('scrub').max = film.ticks;
    for (const pace of PACES) byId('pace').add(new Option(`${pace}×`, pace, pace === 1, pace === 1));
    const order = film.bodies.map((_, index) => index).sort((a, b) => film.bodies[b].moves - film.bodies[a].moves || a - b);
    this.order = order;
    for (const index of order) byId('body').add(new Option(`${film.bodies[index].name}  ·  ${film.bodies[index].entity}`, index));
    const check = byId('check');
    if (film.differs !== null) {
      check.textContent = `⚠ differs from the recording from tick ${film.differs + 1}`;
      check.classList.add('differs');
    } else if (film.compared > 0) {
      check.textContent = '✓ as recorded';
      check.title = `${film.compared} recorded hashes were reproduced when this page was made`;
    }
    for (const [name, value] of Object.entries(facts)) {
      const term = document.createElement('dt'), text = document.createElement('dd');
      term.textContent = name.replace('_', ' ');
      text.textContent = value;
      byId('origin').append(term, text);
    }
    this.cameras = [...film.cameras.map((camera, number) => ({ ...camera, name: camera.name || (number === 0 ? 'Scene' : `Scene ${number + 1}`) })),
      { name: 'All', way: [0.5, 0.45, 1] }, { name: 'Side', way: [0, 0.12, 1] }, { name: 'Behind', way: [-1, 0.25, 0] }, { name: 'Top', way: [0, 1, 0.0001] }];
    this.cameras.forEach((camera, number) => byId('cameras').append(button(camera.name, `${number + 1}`, () => this.takeCamera(number))));
    byId('cameras').append(button('Follow', 'F', () => this.toggleFollow()));
    for (const [name, layer, key] of [['Trails', 'trails', 'T'], ['Velocity, spin axis', 'arrows', 'V'], ['Impacts', 'impacts', 'C'], ['Shadows', 'shadows', 'S']]) {
      const element = button(name, key, () => this.toggleLayer(layer));
      element.id = `layer-${layer}`;
      byId('layers').append(element);
    }
    this.showLayers();
  }

  listen() {
    byId('play').onclick = () => this.setPlaying(!this.playing);
    byId('back').onclick = () => this.step(-1);
    byId('forward').onclick = () => this.step(1);
    byId('start').onclick = () => this.go(0);
    byId('end').onclick = () => this.go(this.film.ticks);
    byId('previous-impact').onclick = () => this.goToImpact(-1);
    byId('next-impact').onclick = () => this.goToImpact(1);
    byId('pace').onchange = event => this.setPace(Number(event.target.value));
    byId('body').onchange = event => this.choose(Number(event.target.value));
    byId('scrub').oninput = event => { this.setPlaying(false); this.go(Math.round(Number(event.target.value))); };
    byId('help-button').onclick = () => byId('help').showModal();
    window.addEventListener('resize', () => this.resize());
    document.addEventListener('keydown', event => this.key(event));
    this.listenToMouse(byId('picture'));
  }

  listenToMouse(picture) {
    let travelled = 0;
    picture.addEventListener('contextmenu', event => event.preventDefault());
    picture.addEventListener('pointerdown', event => { travelled = 0; picture.setPointerCapture(event.pointerId); });
    picture.addEventListener('pointermove', event => {
      if (event.buttons === 0) return;
      travelled += Math.abs(event.movementX) + Math.abs(event.movementY);
      const view = this.stage.view;
      if (event.buttons === 2 || event.shiftKey) {
        const metres = 2 * Math.tan(view.angle * Math.PI / 360) * view.distance / picture.clientHeight;
        const right = new THREE.Vector3(), up = new THREE.Vector3();
        this.stage.camera.matrixWorld.extractBasis(right, up, new THREE.Vector3());
        view.target.addScaledVector(right, -event.movementX * metres).addScaledVector(up, event.movementY * metres);
      } else {
        view.yaw -= event.movementX * 0.006;
        view.pitch = Math.min(1.5707, Math.max(-1.5707, view.pitch + event.movementY * 0.006));
      }
      this.dirty = true;
    });
    picture.addEventListener('pointerup', event => {
      if (travelled > 4 || event.button !== 0) return;
      const box = picture.getBoundingClientRect();
      const index = this.stage.bodyAt((event.clientX - box.left) / box.width * 2 - 1, 1 - (event.clientY - box.top) / box.height * 2);
      if (index !== null) this.choose(index);
    });
    picture.addEventListener('wheel', event => {
      event.preventDefault();
      this.stage.view.distance *= Math.exp(event.deltaY * 0.001);
      this.dirty = true;
    }, { passive: false });
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || byId('help').open) return;
    // A list takes its own arrows.
    const inList = event.target instanceof HTMLSelectElement;
    const many = event.shiftKey ? 10 : 1;
    const actions = {
      ' ': () => this.setPlaying(!this.playing),
      ArrowLeft: () => this.step(-many), ArrowRight: () => this.step(many),
      ArrowUp: () => this.chooseNext(-1), ArrowDown: () => this.chooseNext(1),
      Home: () => this.go(0), End: () => this.go(this.film.ticks),
      ',': () => this.changePace(-1), '.': () => this.changePace(1),
      p: () => this.goToImpact(-1), n: () => this.goToImpact(1),
      f: () => this.toggleFollow(), t: () => this.toggleLayer('trails'), v: () => this.toggleLayer('arrows'),
      c: () => this.toggleLayer('impacts'), s: () => this.toggleLayer('shadows'),
      h: () => byId('help').showModal(), '?': () => byId('help').showModal(),
    };
    const name = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const camera = Number(name) - 1;
    const action = /^[1-9]$/.test(name) && camera < this.cameras.length ? () => this.takeCamera(camera) : actions[name];
    if (!action || (inList && name.startsWith('Arrow'))) return;
    event.preventDefault();
    action();
  }

  setPlaying(playing) {
    // Played to the end, it starts again.
    if (playing && this.place >= this.film.ticks) this.place = 0;
    this.playing = playing;
    byId('play').textContent = playing ? 'Pause' : '▶ Play';
    this.dirty = true;
  }

  go(tick) {
    this.place = Math.min(Math.max(tick, 0), this.film.ticks);
    this.dirty = true;
  }

  step(ticks) {
    this.setPlaying(false);
    this.go(ticks > 0 ? Math.floor(this.place) + ticks : Math.ceil(this.place) + ticks);
  }

  setPace(pace) {
    this.pace = pace;
    byId('pace').value = pace;
  }

  changePace(way) {
    const next = PACES.indexOf(this.pace) + way;
    if (next >= 0 && next < PACES.length) this.setPace(PACES[next]);
  }

  /** To the state right after the next impact, or the one before. */
  goToImpact(way) {
    const own = this.film.impacts.filter(hit => hit.bodies.includes(this.chosen));
    const states = (own.length > 0 ? own : this.film.impacts).map(hit => hit.tick + 1);
    const found = way > 0 ? states.find(state => state > this.place) : states.findLast(state => state < this.place);
    this.setPlaying(false);
    if (found !== undefined) this.go(found);
  }

  choose(index) {
    if (!this.film.bodies[index]) return;
    this.chosen = index;
    byId('body').value = index;
    this.stage.paint(index);
    this.plots.choose(this.film.bodies[index]);
    if (this.stage.followed !== null) this.stage.follow(index, this.place);
    this.drawMarks();
    this.dirty = true;
  }

  chooseNext(way) {
    const at = this.order.indexOf(this.chosen) + way;
    if (at >= 0 && at < this.order.length) this.choose(this.order[at]);
  }

  takeCamera(number) {
    const camera = this.cameras[number];
    const vector = numbers => new THREE.Vector3(...numbers);
    this.stage.follow(null);
    if (camera.way) this.stage.fit(vector(camera.way));
    else {
      this.stage.look(vector(camera.position), vector(camera.look_at), (camera.angle ?? Math.PI / 3) * 180 / Math.PI);
      if (camera.follow !== null) {
        // It stands where it would at the start, moved with the body since.
        const first = this.film.bodies[camera.follow].first;
        this.stage.follow(camera.follow, first);
      }
    }
    this.camera = number;
    this.showCamera();
  }

  toggleFollow() {
    if (this.stage.followed !== null) this.stage.follow(null);
    else {
      this.stage.follow(this.chosen, this.place);
      this.stage.view.target.copy(this.stage.last);
    }
    this.showCamera();
  }

  showCamera() {
    [...byId('cameras').children].forEach((element, number) => {
      const on = number < this.cameras.length ? number === this.camera : this.stage.followed !== null;
      element.setAttribute('aria-pressed', on);
    });
    this.dirty = true;
  }

  toggleLayer(layer) {
    this.stage.layers[layer] = !this.stage.layers[layer];
    this.showLayers();
  }

  showLayers() {
    for (const layer in this.stage.layers) byId(`layer-${layer}`).setAttribute('aria-pressed', this.stage.layers[layer]);
    this.dirty = true;
  }

  resize() {
    const { canvas, camera } = this.stage;
    camera.aspect = Math.max(canvas.clientWidth, 1) / Math.max(canvas.clientHeight, 1);
    this.plots.redraw();
    this.drawMarks();
    this.dirty = true;
  }

  /** Impacts above the timeline: those of the chosen body bright. */
  drawMarks() {
    const canvas = byId('marks');
    canvas.width = Math.max(1, canvas.clientWidth);
    canvas.height = Math.max(1, canvas.clientHeight);
    const pen = canvas.getContext('2d');
    for (const own of [false, true]) {
      pen.fillStyle = own ? '#ff5a4a' : '#55606b';
      for (const hit of this.film.impacts) {
        if (hit.bodies.includes(this.chosen) !== own) continue;
        // The knob of the slider is 16 pixels wide and stays inside.
        pen.fillRect(8 + hit.state / Math.max(1, this.film.ticks) * (canvas.width - 16), own ? 0 : 4, 1.5, canvas.height);
      }
    }
  }

  frame(now) {
    const seconds = Math.min((now - this.last) / 1000, 0.25);
    this.last = now;
    if (this.playing) {
      this.go(this.place + seconds * this.pace / this.film.dt);
      if (this.place >= this.film.ticks) this.setPlaying(false);
    }
    if (this.dirty) {
      this.dirty = false;
      this.stage.draw(this.place, this.chosen);
      this.showNumbers();
      this.frames += 1;
    }
    requestAnimationFrame(next => this.frame(next));
  }

  showNumbers() {
    const { film } = this;
    const state = Math.floor(this.place);
    byId('scrub').value = this.place;
    byId('tick').textContent = state;
    byId('time').textContent = (this.place * film.dt).toFixed(3);
    byId('hash').textContent = film.hashes[state];
    this.plots.mark(this.place);
    this.showFacts(state);
  }

  showFacts(state) {
    const { film } = this;
    const body = film.bodies[this.chosen];
    if (!body) return;
    const motion = motionAt(film, body, state);
    const three = vector => vector.toArray().map(digits).join(', ');
    const touched = touchedBy(film, this.chosen, state).map(index => film.bodies[index].name);
    const turn = new THREE.Euler().setFromQuaternion(motion.attitude, 'YXZ');
    const degrees = [turn.y, turn.x, turn.z].map(angle => (angle * 180 / Math.PI).toFixed(1)).join(', ');
    const facts = [
      ['state', !isThere(body, state) ? 'not there' : !body.moves ? 'static' : sleepsAt(film, this.chosen, state) ? 'asleep' : 'awake'],
      ['position, m', three(motion.center)],
      ['velocity, m/s', three(motion.velocity)],
      ['spin, rad/s', three(motion.spin)],
      ['yaw, pitch, roll, °', degrees],
      ['mass', body.mass === null ? 'none' : `${digits(body.mass)} kg`],
      ['touches', touched.length === 0 ? 'nothing' : touched.length > 4 ? `${touched.slice(0, 4).join(', ')} and ${touched.length - 4} more` : touched.join(', ')],
    ];
    byId('facts').tBodies[0].replaceChildren(...facts.map(([name, value]) => {
      const row = document.createElement('tr'), head = document.createElement('th'), cell = document.createElement('td');
      head.textContent = name;
      cell.textContent = value;
      row.append(head, cell);
      return row;
    }));
  }
}

function button(name, key, action) {
  const element = document.createElement('button');
  element.textContent = name;
  element.title = `${name} (${key})`;
  element.onclick = () => { action(); byId('picture').focus(); };
  return element;
}

/** Opens the recording; what goes wrong is said where the picture would be. */
(async () => {
  const began = performance.now();
  try {
    if (typeof DecompressionStream === 'undefined') throw new Error('this browser cannot unpack it: take Chrome or Edge from version 103, Firefox from 113, Safari from 16.4');
    const film = await unpack(byId('block').textContent);
    byId('block').remove();
    window.voltex = new Player(film);
    window.voltex.openedIn = performance.now() - began;
    byId('message').textContent = '';
  } catch (error) {
    const picture = /webgl/i.test(error.message) ? '\nThe picture needs WebGL: turn on hardware acceleration in the settings of the browser.' : '';
    byId('message').textContent = `The recording cannot be shown: ${error.message}${picture}`;
    throw error;
  }
})();
