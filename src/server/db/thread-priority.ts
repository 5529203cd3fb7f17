import { setPriority } from 'node:os';
import process from 'node:process';

/** What `nice` calls it: from 0, which the server's thread has, to 19. */
const niceness = { database: 10, tasks: 15 } as const;

/**
 * Called by a worker thread: when there are fewer processors than busy threads, the server's goes first and the embedded
 * database's second, so that a page does not wait for a long computation or drawing.
 */
export function runAfterServerThread(work: keyof typeof niceness): void {
  // Only Linux gives each thread a priority; elsewhere it would be that of the whole process.
  if (process.platform === 'linux') setPriority(niceness[work]);
}
