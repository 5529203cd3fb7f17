// The scene of the landing page's hero: a river valley in basalt hills below a snow range, between night and
// morning. Pure arithmetic, the same on every machine.

/** @typedef {[number, number, number]} Color */

const CAMERA = { height: 2.3, focal: 0.74, horizon: 0.4, near: 1.1, far: 92 };
const OVERSAMPLE = 2;
const CONTOUR = 0.11;
/** @type {Color} */
const RIVER = [118, 205, 245];
/** @type {Color} */
const LINE = [112, 178, 214];

/** @param {number} x @param {number} y */
function hash(x, y) {
  let h = Math.imul(x, 374761393) + Math.imul(y, 668265263);
  h = Math.imul(h ^ (h >>> 13), 1274126177);
  return ((h ^ (h >>> 16)) >>> 0) / 4294967295;
}

/** Value noise with continuous slopes, 0 to 1. @param {number} x @param {number} y */
function noise(x, y) {
  const column = Math.floor(x);
  const row = Math.floor(y);
  const u = (x - column) ** 2 * (3 - 2 * (x - column));
  const v = (y - row) ** 2 * (3 - 2 * (y - row));
  const top = hash(column, row) * (1 - u) + hash(column + 1, row) * u;
  const bottom = hash(column, row + 1) * (1 - u) + hash(column + 1, row + 1) * u;
  return top * (1 - v) + bottom * v;
}

/** Ridged sum of octaves, about 0 to 1. @param {number} x @param {number} y @param {number} octaves */
function ridges(x, y, octaves) {
  let sum = 0;
  let weight = 0.5;
  for (let octave = 0; octave < octaves; octave += 1) {
    const ridge = 1 - Math.abs(2 * noise(x, y) - 1);
    sum += ridge * ridge * weight;
    [x, y] = [x * 1.62 + y * 1.18 + 17.3, y * 1.62 - x * 1.18 + 9.1];
    weight *= 0.5;
  }
  return sum;
}

/** @param {number} from @param {number} to @param {number} value */
function smooth(from, to, value) {
  const t = Math.min(1, Math.max(0, (value - from) / (to - from)));
  return t * t * (3 - 2 * t);
}

/** Where the river runs at a distance. @param {number} z */
function river(z) {
  return 1.5 + Math.sin(z * 0.52 + 0.4) * (0.5 + z * 0.055) + Math.sin(z * 0.19) * 1.6;
}

/** Height of the ground. @param {number} x @param {number} z */
function ground(x, z) {
  const distance = Math.abs(x - river(z));
  const valley = smooth(0.25, 3.2 + z * 0.12, distance);
  const raw = (0.25 + ridges(x * 0.24 + 3, z * 0.24, 5) * 1.5) * valley;
  // Lava benches: the hills climb in soft steps.
  const step = raw * 3.4;
  const bench = (Math.floor(step) + smooth(0.25, 0.95, step - Math.floor(step))) / 3.4;
  const hills = raw * 0.45 + bench * 0.55;
  const range = smooth(34, 62, z) * ridges(x * 0.05 + 5.3, z * 0.05 + 4.9, 7) ** 1.2 * 12.5;
  return hills * (1 - smooth(30, 52, z) * 0.4) + range * (0.6 + 0.4 * valley);
}

/** @param {Color} a @param {Color} b @param {number} t @returns {Color} */
function mix(a, b, t) {
  return [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, a[2] + (b[2] - a[2]) * t];
}

/**
 * What light does to the ground in one hour of the loop.
 * @typedef {{ sun: Color, ambient: Color, rock: Color, snow: Color, haze: Color, zenith: Color,
 *   horizon: Color, direction: Color }} Hour
 */
/** @type {Record<'night' | 'morning', Hour>} */
const hours = {
  night: {
    sun: [38, 62, 84],
    ambient: [7, 15, 22],
    rock: [0.62, 0.7, 0.74],
    snow: [1.7, 1.75, 1.8],
    haze: [17, 38, 56],
    zenith: [4, 13, 24],
    horizon: [30, 62, 88],
    direction: [-0.72, 0.52, -0.2],
  },
  morning: {
    sun: [128, 118, 112],
    ambient: [16, 32, 44],
    rock: [0.46, 0.55, 0.6],
    snow: [1.85, 1.72, 1.68],
    haze: [92, 134, 160],
    zenith: [22, 62, 98],
    horizon: [214, 206, 196],
    direction: [0.78, 0.42, -0.24],
  },
};

/** @param {Hour} hour @param {number} height 0 at the horizon, 1 at the top @returns {Color} */
function sky(hour, height) {
  return mix(hour.horizon, hour.zenith, 1 - (1 - Math.min(1, height)) ** 1.5);
}

/** @param {Hour} hour @param {number} x @param {number} z @param {number} elevation @returns {Color} */
function light(hour, x, z, elevation) {
  const reach = 0.012 + z * 0.004;
  const east = (ground(x + reach, z) - elevation) / reach;
  const north = (ground(x, z + reach) - elevation) / reach;
  const size = Math.hypot(east, 1, north);
  const [a, b, c] = hour.direction;
  const facing = Math.max(0, (-east * a + b - north * c) / size / Math.hypot(a, b, c));
  const snow = smooth(2.6, 4.4, elevation + noise(x * 0.9, z * 0.9) * 1.1 - size * 0.22);
  const skin = mix(hour.rock, hour.snow, snow);
  const haze = 1 - Math.exp(-((z / 46) ** 1.5) * (1.15 - Math.min(0.75, elevation * 0.09)));
  /** @param {0 | 1 | 2} i */
  const lit = (i) => (hour.sun[i] * facing + hour.ambient[i]) * skin[i];
  return mix([lit(0), lit(1), lit(2)], hour.haze, haze);
}

/**
 * Everything of the scene that stands still, one value a pixel: two colorings and the places of water, contour
 * lines and mist.
 * @param {number} width @param {number} height
 */
export function survey(width, height) {
  const columns = width * OVERSAMPLE;
  const rows = height * OVERSAMPLE;
  const elevation = new Float32Array(columns * rows).fill(Number.NaN);
  const depth = new Float32Array(columns * rows);
  const aside = new Float32Array(columns * rows);
  const focal = columns * CAMERA.focal;
  const horizon = rows * CAMERA.horizon;

  for (let column = 0; column < columns; column += 1) {
    const slope = (column - columns / 2) / focal;
    let top = rows;
    let before = { y: rows + 400, z: CAMERA.near, e: 0 };
    for (let z = CAMERA.near; z < CAMERA.far && top > 0; z *= 1.0016) {
      const e = ground(slope * z, z);
      const y = horizon + ((CAMERA.height - e) / z) * focal;
      for (; top > y && top > 0; top -= 1) {
        const part = before.y > y ? Math.min(1, Math.max(0, (before.y - top) / (before.y - y))) : 1;
        const place = (top - 1) * columns + column;
        depth[place] = before.z + (z - before.z) * part;
        elevation[place] = before.e + (e - before.e) * part;
        aside[place] = slope * (depth[place] ?? 0);
      }
      before = { y, z, e };
    }
  }

  const size = width * height;
  const scene = {
    width,
    height,
    night: new Float32Array(size * 3),
    morning: new Float32Array(size * 3),
    water: new Float32Array(size),
    run: new Float32Array(size),
    contour: new Float32Array(size),
    level: new Float32Array(size),
    mist: new Float32Array(size),
    across: new Float32Array(size),
  };
  const share = 1 / OVERSAMPLE ** 2;
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const from = row * columns + column;
      const to = Math.floor(row / OVERSAMPLE) * width + Math.floor(column / OVERSAMPLE);
      const e = elevation[from] ?? Number.NaN;
      const z = depth[from] ?? 0;
      const x = aside[from] ?? 0;
      const isSky = Number.isNaN(e);
      const up = (horizon - row) / horizon;
      for (const name of /** @type {const} */ (['night', 'morning'])) {
        const color = isSky ? sky(hours[name], up) : light(hours[name], x, z, e);
        for (let i = 0; i < 3; i += 1) add(scene[name], to * 3 + i, (color[i] ?? 0) * share);
      }
      if (isSky) continue;
      const bank = Math.abs(x - river(z)) / (0.085 + z * 0.0042);
      const flow = 1 - smooth(0.7, 1.15, bank) + Math.exp(-bank * 0.55) * 0.2;
      add(scene.water, to, flow * (1 - smooth(24, 38, z)) * share);
      const beside = elevation[from + 1] ?? e;
      const above = elevation[from - columns] ?? e;
      const change = Math.max(1e-5, Math.abs(beside - e) + Math.abs(above - e));
      const off = Math.abs(e / CONTOUR - Math.round(e / CONTOUR)) * CONTOUR;
      const drawn = 1 - smooth(0.3, 1.5, off / change / (OVERSAMPLE * 0.62));
      const thin = 1 - smooth(0.1, 0.34, change / CONTOUR);
      const seen = smooth(0.05, 0.3, e) * (1 - smooth(16, 40, z));
      if (Number.isFinite(drawn)) add(scene.contour, to, drawn * thin * seen * share);
      add(scene.level, to, e * share);
      add(scene.run, to, z * share);
      add(scene.across, to, x * share);
      add(scene.mist, to, smooth(9, 30, z) * (1 - smooth(0.5, 2.4, e)) * share);
    }
  }
  return scene;
}

/** @param {Float32Array} list @param {number} at @param {number} value */
function add(list, at, value) {
  list[at] = (list[at] ?? 0) + value;
}

/**
 * One picture of the loop as RGB bytes. `phase` runs from 0 to 1 and meets itself.
 * @param {ReturnType<typeof survey>} scene @param {number} phase
 */
export function paint(scene, phase) {
  const { width, height, night, morning } = scene;
  const bytes = Buffer.alloc(width * height * 3);
  const turn = phase * 2 * Math.PI;
  const day = 0.5 - 0.5 * Math.cos(turn + 2);
  for (let place = 0; place < width * height; place += 1) {
    const z = scene.run[place] ?? 0;
    const x = scene.across[place] ?? 0;
    const e = scene.level[place] ?? 0;
    // The river's pulses come toward the viewer: whole turns over the loop, closer together far away.
    const along = Math.log(z + 0.5) * 9;
    const pulse = (0.5 + 0.5 * Math.sin(along * 2.1 + turn * 5 + Math.sin(x * 2.3) * 0.6)) ** 2;
    const ripple = 0.5 + 0.5 * Math.sin(along * 5.3 + turn * 9 + x * 5);
    const water = (scene.water[place] ?? 0) * (0.4 + 0.38 * pulse + 0.16 * ripple) * (0.75 + 0.25 * day);
    const wave = (0.5 + 0.5 * Math.cos((e / 1.1) * 2 * Math.PI - turn)) ** 3;
    const line = (scene.contour[place] ?? 0) * (0.26 + 0.4 * wave);
    const drift =
      0.5 + 0.25 * Math.sin(x * 0.5 + turn + z * 0.1) + 0.25 * Math.sin(x * 0.23 - turn + z * 0.31);
    const mist = (scene.mist[place] ?? 0) * drift * (0.14 + 0.2 * day);
    // A grain that stands still keeps the dark gradients from banding.
    const grain = (hash(place % width, Math.floor(place / width) + 7919) - 0.5) * 1.6;
    for (let i = 0; i < 3; i += 1) {
      const at = place * 3 + i;
      let value = (night[at] ?? 0) * (1 - day) + (morning[at] ?? 0) * day;
      value += ((hours.morning.haze[i] ?? 0) * 1.05 - value) * mist;
      value += ((RIVER[i] ?? 0) - value * 0.6) * water;
      value += ((LINE[i] ?? 0) - value * 0.5) * line;
      bytes[at] = Math.max(0, Math.min(255, Math.round(value + grain)));
    }
  }
  return bytes;
}
