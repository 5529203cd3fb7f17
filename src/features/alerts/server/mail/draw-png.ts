import { crc32, deflateSync } from 'node:zlib';

export type Color = readonly [red: number, green: number, blue: number];
type Point = readonly [x: number, y: number];
/** A filled polygon, in pixels of the picture. */
export type Polygon = { readonly color: Color; readonly points: readonly Point[] };

const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
/** Eight bits a channel, RGBA, not interlaced. */
const format = [8, 6, 0, 0, 0] as const;
/** Each pixel is sampled so often in each direction, so that edges are smooth. */
const samples = 2;

/** Draws polygons, the later ones above, on a transparent ground, as a PNG (ISO/IEC 15948). */
export function drawPng(width: number, height: number, shapes: readonly Polygon[]): Uint8Array {
  const wide = width * samples;
  const owners = new Uint8Array(wide * height * samples);
  shapes.forEach((shape, at) => {
    fill(owners, wide, shape.points, at + 1);
  });
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set(format, 8);
  const rows = toRows(owners, { width, height }, shapes);
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** The line through points, so wide, as a polygon for each of its parts and a square at each point. */
export function strokeShapes(points: readonly Point[], width: number, color: Color): readonly Polygon[] {
  const half = width / 2;
  return points.flatMap(([x, y], at) => {
    const joint: readonly Point[] = [
      [x - half, y],
      [x, y - half],
      [x + half, y],
      [x, y + half],
    ];
    const [fromX, fromY] = points[at - 1] ?? [x, y];
    const length = Math.hypot(x - fromX, y - fromY);
    if (length === 0) return [{ color, points: joint }];
    const [across, down] = [(-(y - fromY) / length) * half, ((x - fromX) / length) * half];
    const part: readonly Point[] = [
      [fromX + across, fromY + down],
      [x + across, y + down],
      [x - across, y - down],
      [fromX - across, fromY - down],
    ];
    return [
      { color, points: part },
      { color, points: joint },
    ];
  });
}

/** Marks the samples inside of a polygon, by the even-odd rule. */
function fill(owners: Uint8Array, wide: number, points: readonly Point[], owner: number): void {
  const ys = points.map(([, y]) => y * samples);
  const last = Math.min(owners.length / wide, Math.ceil(Math.max(...ys)));
  for (let row = Math.max(0, Math.floor(Math.min(...ys))); row < last; row += 1) {
    const at = (row + 0.5) / samples;
    const crossings = points
      .flatMap(([x, y], index) => {
        const [toX, toY] = points[(index + 1) % points.length] ?? [x, y];
        return y <= at !== toY <= at ? [(x + ((at - y) / (toY - y)) * (toX - x)) * samples] : [];
      })
      .toSorted((one, other) => one - other);
    for (let pair = 0; pair + 1 < crossings.length; pair += 2) {
      const [from = 0, to = 0] = [crossings[pair], crossings[pair + 1]].map((x) => Math.round(x ?? 0));
      owners.fill(owner, row * wide + Math.max(0, from), row * wide + Math.min(wide, to));
    }
  }
}

/** The pixels, each the mean of its samples, in rows that begin with the filter “none”. */
function toRows(
  owners: Uint8Array,
  { width, height }: { readonly width: number; readonly height: number },
  shapes: readonly Polygon[],
): Uint8Array {
  const stride = width * 4 + 1;
  const rows = new Uint8Array(stride * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const found: Color[] = [];
      for (let sample = 0; sample < samples ** 2; sample += 1) {
        const row = y * samples + Math.floor(sample / samples);
        const owner = owners[row * width * samples + x * samples + (sample % samples)] ?? 0;
        const shape = shapes[owner - 1];
        if (shape) found.push(shape.color);
      }
      if (found.length === 0) continue;
      const mean = (channel: 0 | 1 | 2) => found.reduce((sum, each) => sum + each[channel], 0) / found.length;
      const alpha = (255 * found.length) / samples ** 2;
      rows.set([mean(0), mean(1), mean(2), alpha].map(Math.round), y * stride + 1 + x * 4);
    }
  }
  return rows;
}

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}
