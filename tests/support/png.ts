import zlib from 'node:zlib';

export type Picture = { width: number; height: number; at(x: number, y: number): [number, number, number] };

const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(zlib.crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** A square picture of one color. */
export function plainPng(size: number, [red, green, blue]: readonly [number, number, number]): Buffer {
  const row = Buffer.alloc(size * 3 + 1);
  for (let x = 0; x < size; x += 1) row.set([red, green, blue], x * 3 + 1);
  const head = Buffer.alloc(13);
  head.writeUInt32BE(size, 0);
  head.writeUInt32BE(size, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const pixels = zlib.deflateSync(Buffer.concat(Array.from({ length: size }, () => row)));
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Reads a PNG of eight bits, RGB or RGBA, not interlaced: what a canvas writes. */
export function readPng(file: Buffer): Picture {
  if (!file.subarray(0, 8).equals(signature)) throw new Error('Not a PNG file.');
  const parts: Buffer[] = [];
  for (let at = 8; at < file.length; ) {
    const length = file.readUInt32BE(at);
    if (file.toString('latin1', at + 4, at + 8) === 'IDAT')
      parts.push(file.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  const [width, height] = [file.readUInt32BE(16), file.readUInt32BE(20)];
  const depth = file[25] === 6 ? 4 : 3;
  const raw = zlib.inflateSync(Buffer.concat(parts));
  const stride = width * depth;
  const pixels = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y += 1) {
    const filter = raw[y * (stride + 1)] ?? 0;
    for (let x = 0; x < stride; x += 1) {
      const left = x >= depth ? (pixels[y * stride + x - depth] ?? 0) : 0;
      const up = y > 0 ? (pixels[(y - 1) * stride + x] ?? 0) : 0;
      const corner = x >= depth && y > 0 ? (pixels[(y - 1) * stride + x - depth] ?? 0) : 0;
      const value = raw[y * (stride + 1) + 1 + x] ?? 0;
      const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter] ?? 0;
      pixels[y * stride + x] = (value + guess) & 255;
    }
  }
  return {
    width,
    height,
    at(x, y) {
      const from = y * stride + x * depth;
      return [pixels[from] ?? 0, pixels[from + 1] ?? 0, pixels[from + 2] ?? 0];
    },
  };
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner;
  const [byLeft, byUp, byCorner] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  if (byLeft <= byUp && byLeft <= byCorner) return left;
  return byUp <= byCorner ? up : corner;
}

/** How many pixels have about this color. */
export function countPixels(picture: Picture, [red, green, blue]: readonly [number, number, number]): number {
  let count = 0;
  for (let y = 0; y < picture.height; y += 1) {
    for (let x = 0; x < picture.width; x += 1) {
      const [r, g, b] = picture.at(x, y);
      if (Math.abs(r - red) + Math.abs(g - green) + Math.abs(b - blue) < 30) count += 1;
    }
  }
  return count;
}
