// Renders the landing page's hero video and poster: `npm exec -- node src/commands/make-hero.mjs`.
// Needs ffmpeg (with libx264 and libsvtav1) on the PATH; the result is committed in public/hero.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { paint, survey } from './hero-scene.mjs';

const WIDTH = 1280;
const HEIGHT = 720;
const RATE = 24;
const SECONDS = 10;
const folder = path.resolve(import.meta.dirname, '../../public/hero');

/** @type {Record<string, string[]>} */
const codecs = {
  'basin.mp4': ['-c:v', 'libx264', '-preset', 'slow', '-crf', '29', '-movflags', '+faststart'],
  'basin.webm': ['-c:v', 'libsvtav1', '-preset', '6', '-crf', '44', '-svtav1-params', 'film-grain=0'],
};

/** Starts an encoder that reads raw frames. @param {string} name @param {string[]} codec */
function encoder(name, codec) {
  const input = ['-f', 'rawvideo', '-pix_fmt', 'rgb24', '-s', `${WIDTH}x${HEIGHT}`, '-r', String(RATE)];
  const output = [...codec, '-pix_fmt', 'yuv420p', '-an', path.join(folder, name)];
  const child = spawn('ffmpeg', ['-loglevel', 'error', '-y', ...input, '-i', '-', ...output], {
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  return { child, ended: once(child, 'exit') };
}

await mkdir(folder, { recursive: true });
const scene = survey(WIDTH, HEIGHT);
const raw = /** @type {const} */ ({ raw: { width: WIDTH, height: HEIGHT, channels: 3 } });
// The poster is the first frame, so that the video replaces it unnoticed.
const first = sharp(paint(scene, 0), raw);
await first.clone().avif({ quality: 46, effort: 7 }).toFile(path.join(folder, 'basin.avif'));
await first.clone().webp({ quality: 60, effort: 6 }).toFile(path.join(folder, 'basin.webp'));

const encoders = Object.entries(codecs).map(([name, codec]) => encoder(name, codec));
for (let frame = 0; frame < RATE * SECONDS; frame += 1) {
  const picture = paint(scene, frame / (RATE * SECONDS));
  for (const { child } of encoders) {
    if (!child.stdin.write(picture)) await once(child.stdin, 'drain');
  }
}
for (const { child, ended } of encoders) {
  child.stdin.end();
  const [code] = await ended;
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}.`);
}
for (const name of ['basin.avif', 'basin.webp', ...Object.keys(codecs)]) {
  console.log(name, (await stat(path.join(folder, name))).size);
}
