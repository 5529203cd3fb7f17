import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll } from 'vitest';

/**
 * Closes a database or a portal when the tests of the file, or of the `describe` that calls this, have run. What was
 * opened last is closed first.
 */
export function closeAfter<Opened extends { close(): unknown }>(opened: Opened): Opened {
  afterAll(async () => {
    await opened.close();
  });
  return opened;
}

/** Creates a folder that is removed likewise. */
export function temporaryFolder(name: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), `portal-${name}-`));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
