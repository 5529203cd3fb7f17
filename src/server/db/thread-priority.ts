import { setPriority } from 'node:os';
import process from 'node:process';

/** What `nice` calls it: from 0, which the server's thread has, to 19. */
const laterThanServer = 10;

/**
 * Called by a worker thread: when there are fewer processors than busy threads, the server's goes first, so that a page
 * does not wait for a long computation.
 */
export function runAfterServerThread(): void {
  // Only Linux gives each thread a priority; elsewhere it would be that of the whole process.
  if (process.platform === 'linux') setPriority(laterThanServer);
}
