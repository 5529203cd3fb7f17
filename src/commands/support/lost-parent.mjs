// Plain JavaScript for any Node from 20 on: this runs before anything is installed.
import process from 'node:process';
import { readProcessStat } from './process-stat.mjs';

/** @param {number} id */
function isAlive(id) {
  try {
    process.kill(id, 0);
    return true;
  } catch {
    return false;
  }
}

/** npm, where it runs this process through a shell. */
function findNpm() {
  const shell = readProcessStat(process.ppid);
  if (!shell || !/^(sh|dash|bash|busybox)$/.test(shell.name)) return undefined;
  return /^(npm|node)/.test(readProcessStat(shell.parent)?.name ?? '') ? shell.parent : undefined;
}

const everyMs = 1000;

/**
 * Calls back once when the npm that runs this process, or the shell between, has ended: npm passes SIGTERM on to its shell,
 * which ends without passing it on.
 * @param {() => void} onLost
 * @returns {() => void} ends the watch
 */
export function watchParent(onLost) {
  // Whoever starts the portal without npm may leave it running.
  if (process.env.npm_lifecycle_event === undefined) return () => {};
  const parent = process.ppid;
  const npm = findNpm();
  const timer = setInterval(() => {
    if (process.ppid === parent && (npm === undefined || isAlive(npm))) return;
    clearInterval(timer);
    onLost();
  }, everyMs).unref();
  return () => clearInterval(timer);
}
