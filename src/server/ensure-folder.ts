import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';

/**
 * Creates a folder and its parents. Node's own recursive mkdir never ends where the system refuses folders, as below
 * /proc.
 */
export function ensureFolder(folder: string): void {
  if (existsSync(folder)) return;
  ensureFolder(path.dirname(path.resolve(folder)));
  mkdirSync(folder);
}
