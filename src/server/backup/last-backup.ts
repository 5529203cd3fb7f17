import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';

const LastBackup = z.object({ created_at: z.string() });

const fileOf = (dataDir: string) => path.join(dataDir, 'last-backup.json');

/** Notes in the data folder that a backup was made. One that cannot be noted is a backup nevertheless. */
export function noteBackup(dataDir: string, createdAt: Date): void {
  try {
    writeFileSync(fileOf(dataDir), JSON.stringify({ created_at: createdAt.toISOString() }));
  } catch {
    // The folder may be read-only, or on another computer.
  }
}

/** When the last backup was made; undefined if none was noted. */
export function readLastBackup(dataDir: string): Date | undefined {
  try {
    return new Date(LastBackup.parse(JSON.parse(readFileSync(fileOf(dataDir), 'utf8'))).created_at);
  } catch {
    return undefined;
  }
}
