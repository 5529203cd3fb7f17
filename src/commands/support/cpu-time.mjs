import { readdirSync, readFileSync } from 'node:fs';
import process from 'node:process';
import { readProcessStat } from './process-stat.mjs';

/** The part of a run that a process belongs to, as its environment names it; its children belong there too. */
export const partVariable = 'TEST_PART';

const sampleEveryMs = 500;
/** Linux counts in hundredths of a second. */
const ticksPerSecond = 100;

/** @typedef {{ part: string | undefined, parent: string, ticks: number, isOpen: boolean }} Counted */

/**
 * Measures the processor time, user and system, of all processes that a run starts, by part: those whose environment
 * names one, and their descendants, also those that outlive their parent, as a database server does. What ended between
 * two samples is in the time that its parent has of its ended children. Only Linux tells such times.
 * @returns {{ seconds(): Readonly<Record<string, number>> | undefined }} by part; undefined elsewhere
 */
export function watchCpuTime() {
  if (process.platform !== 'linux') return { seconds: () => undefined };
  const tally = createTally();
  const sample = () =>
    tally.add(
      readdirSync('/proc')
        .filter((name) => /^\d+$/.test(name))
        .flatMap((pid) => {
          const stat = readProcessStat(pid);
          return stat ? [{ pid, ...stat }] : [];
        }),
      findPart,
    );
  sample();
  setInterval(sample, sampleEveryMs).unref();
  return {
    seconds: () => {
      sample();
      return tally.seconds();
    },
  };
}

/**
 * Adds up samples of a machine's processes.
 * @returns {{
 *   add(sample: readonly { pid: string, parent: number, ticks: number, reapedTicks: number, start: string }[],
 *     findPart: (pid: string) => string | undefined): void,
 *   seconds(): Readonly<Record<string, number>>,
 * }}
 */
export function createTally() {
  /** @type {Map<string, Counted>} */
  const processes = new Map();
  /**
   * The time of an ended process is in its parent's from then on, or its parent's parent's where both have ended.
   * @param {Counted} ended
   */
  const isInherited = (ended) => {
    for (let parent = processes.get(ended.parent); parent?.part; parent = processes.get(parent.parent))
      if (parent.isOpen) return true;
    return false;
  };
  return {
    add(sample, findPart) {
      const keys = new Map(sample.map(({ pid, start }) => [Number(pid), `${pid} ${start}`]));
      // A parent comes before its children, unless the numbers of processes have wrapped.
      for (const { pid, parent, ticks, reapedTicks, start } of sample) {
        const key = `${pid} ${start}`;
        const parentKey = keys.get(parent) ?? '';
        const part = processes.get(key)?.part ?? processes.get(parentKey)?.part ?? findPart(pid);
        processes.set(key, { part, parent: parentKey, ticks: ticks + reapedTicks, isOpen: true });
      }
      const present = new Set(keys.values());
      const ended = [...processes].filter(([key, { isOpen }]) => isOpen && !present.has(key));
      for (const [, each] of ended) each.isOpen = false;
      for (const [, each] of ended) if (isInherited(each)) each.ticks = 0;
    },
    seconds() {
      /** @type {Record<string, number>} */
      const sums = {};
      for (const { part, ticks } of processes.values())
        if (part) sums[part] = (sums[part] ?? 0) + ticks / ticksPerSecond;
      return sums;
    },
  };
}

/** @param {string} pid */
function findPart(pid) {
  try {
    const variables = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
    return variables.find((each) => each.startsWith(`${partVariable}=`))?.slice(partVariable.length + 1);
  } catch {
    // It has ended, or is another person's.
    return undefined;
  }
}
