import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';

const root = path.resolve(import.meta.dirname, '../..');
/** Lines such as `today 1440 dark 1440x2300 …`. */
const file = path.join(root, 'tests/license/pictures.txt');

const mode = process.env.LICENSE === 'written' ? 'written' : 'compared';
export const isWriting = mode === 'written';
/** The pictures of this run, to look at, and the lines of each screen. */
export const picturesFolder = path.join(root, '.cache/license', mode, 'pictures');

/** Reads the stored grids by `today 1440 dark`. */
export function readStoredGrids(): ReadonlyMap<string, string> {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  return new Map(
    lines.map((line) => {
      const [name, width, theme, ...grid] = line.split(' ');
      return [`${name} ${width} ${theme}`, grid.join(' ')];
    }),
  );
}

/** After a run that writes: stores the lines of all screens in one file. */
export default function storePictures(): void {
  if (!isWriting) return;
  const names = readdirSync(picturesFolder).filter((name) => name.endsWith('.txt'));
  const texts = names.sort().map((name) => readFileSync(path.join(picturesFolder, name), 'utf8'));
  writeFileSync(file, texts.join(''));
}
