// Curves over time, and a click on them.

const PLOTS = [
  { id: 'height', unit: 'm', lines: [['height', '#7fb8ff']], scale: 1 },
  { id: 'speed', unit: 'm/s', lines: [['speed', '#7fd08a']], scale: 1 },
  { id: 'spin', unit: 'rpm', lines: [['rate', '#e58cff']], scale: 30 / Math.PI },
  { id: 'energy', unit: 'J', lines: [['potential', '#7fb8ff'], ['translational', '#7fd08a'], ['rotational', '#e58cff'], ['total', '#ffffff']], scale: 1 },
];

/** A number with three or four digits that count. */
function digits(value) {
  const size = Math.abs(value);
  if (size !== 0 && size < 1e-3) return value.toExponential(1);
  if (size >= 1e6) return value.toExponential(3);
  return value.toFixed(size >= 1000 ? 0 : size >= 100 ? 1 : size >= 1 ? 2 : 3);
}

/** The curves of one body, drawn once for its whole time and then only marked. */
class Plots {
  constructor(film, go) {
    this.film = film;
    this.curves = null;
    for (const plot of PLOTS) {
      const canvas = document.getElementById(plot.id);
      const seek = event => {
        if (event.buttons !== 1) return;
        const box = canvas.getBoundingClientRect();
        go(Math.round((event.clientX - box.left) / box.width * film.ticks));
      };
      canvas.addEventListener('pointerdown', seek);
      canvas.addEventListener('pointermove', seek);
      if (plot.lines.length > 1) this.explain(plot);
    }
  }

  /** Says in its caption which line of a plot is what, each in its colour. */
  explain(plot) {
    const now = document.getElementById(`${plot.id}-now`);
    for (const [name, colour] of plot.lines) {
      const text = document.createElement('span');
      text.className = 'line';
      text.style.color = colour;
      text.textContent = name;
      now.before(text);
    }
  }

  /** Takes another body. */
  choose(body) {
    this.body = body;
    const curves = { height: [], speed: [], rate: [], potential: [], translational: [], rotational: [], total: [] };
    for (let state = body.first; state < body.first + body.count; state++) {
      const motion = motionAt(this.film, body, state);
      motion.total = motion.potential + motion.translational + motion.rotational;
      for (const name in curves) curves[name].push(motion[name]);
    }
    this.curves = curves;
    this.redraw();
  }

  /** Draws all curves for the size that the page now has. */
  redraw() {
    if (!this.curves) return;
    for (const plot of PLOTS) {
      const canvas = document.getElementById(plot.id);
      const sharp = window.devicePixelRatio || 1;
      canvas.width = Math.max(1, Math.round(canvas.clientWidth * sharp));
      canvas.height = Math.max(1, Math.round(canvas.clientHeight * sharp));
      plot.drawn = this.drawing(plot, canvas.width, canvas.height);
    }
    if (this.state !== undefined) this.mark(this.state);
  }

  drawing(plot, width, height) {
    const drawn = document.createElement('canvas');
    drawn.width = width;
    drawn.height = height;
    const pen = drawn.getContext('2d');
    let low = 0, high = 0;
    for (const [name] of plot.lines) for (const value of this.curves[name]) {
      low = Math.min(low, value * plot.scale);
      high = Math.max(high, value * plot.scale);
    }
    if (high - low < 1e-9) high = low + 1;
    const margin = 3;
    const y = value => height - margin - (value * plot.scale - low) / (high - low) * (height - 2 * margin);
    pen.fillStyle = '#14171a';
    pen.fillRect(0, 0, width, height);
    pen.strokeStyle = '#3a424b';
    pen.beginPath();
    pen.moveTo(0, y(0));
    pen.lineTo(width, y(0));
    pen.stroke();
    const ticks = Math.max(1, this.film.ticks);
    for (const [name, colour] of plot.lines) {
      const curve = this.curves[name];
      pen.strokeStyle = colour;
      pen.lineWidth = name === 'total' ? 2 : 1.3;
      pen.beginPath();
      curve.forEach((value, index) => pen.lineTo((this.body.first + index) / ticks * width, y(value)));
      pen.stroke();
    }
    pen.fillStyle = '#9aa4ae';
    pen.font = `${Math.round(11 * (window.devicePixelRatio || 1))}px system-ui, sans-serif`;
    // On the right, where most motion has ended.
    pen.textAlign = 'right';
    pen.textBaseline = 'top';
    pen.fillText(`${digits(high)} ${plot.unit}`, width - 4, 3);
    if (low < 0) {
      pen.textBaseline = 'bottom';
      pen.fillText(`${digits(low)} ${plot.unit}`, width - 4, height - 3);
    }
    return drawn;
  }

  /** Shows where in time the picture is. */
  mark(place) {
    this.state = place;
    if (!this.curves) return;
    const state = Math.floor(place);
    const index = Math.min(Math.max(state - this.body.first, 0), this.body.count - 1);
    for (const plot of PLOTS) {
      const canvas = document.getElementById(plot.id);
      const pen = canvas.getContext('2d');
      if (plot.drawn) pen.drawImage(plot.drawn, 0, 0);
      pen.strokeStyle = '#ffb347';
      pen.lineWidth = 1;
      const x = place / Math.max(1, this.film.ticks) * canvas.width;
      pen.beginPath();
      pen.moveTo(x, 0);
      pen.lineTo(x, canvas.height);
      pen.stroke();
      const name = plot.lines[plot.lines.length - 1][0];
      const there = isThere(this.body, state);
      const text = there ? `${digits(this.curves[name][index] * plot.scale)} ${plot.unit}` : 'not there';
      document.getElementById(`${plot.id}-now`).textContent = text;
    }
  }
}
