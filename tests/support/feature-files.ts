import { existsSync } from 'node:fs';
import path from 'node:path';
import { features } from '#features/index.ts';

/** The folder of a feature's tests. */
export const testsOf = (feature: string) => path.resolve(import.meta.dirname, '../features', feature);

/** The listed features that have this file beside their tests, in the order of their names. */
export function namesWith(file: string): readonly string[] {
  const names = features.map(({ name }) => name);
  return names.filter((name) => existsSync(path.join(testsOf(name), file))).toSorted();
}
