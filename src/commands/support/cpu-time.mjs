import { readdirSync, readFileSync } from 'node:fs';
import process from 'node:process';

/** The part of a run that a process belongs to, as its environment names it; its children belong there too. */
export const partVariable = 'TEST_PART';

const sampleEveryMs = 250;
/** Linux counts in hundredths of a second. */
const ticksPerSecond = 100;

/**
 * Measures the processor time, user and system, of all processes that a run starts, by part: those whose environment
 * names one, and their descendants, also those that outlive their parent, as a database server or the parts of a browser
 * do. It samples four times a second, so the last moments of a process are not counted. Only Linux tells such times.
 * @returns {{ seconds(): Readonly<Record<string, number>> | undefined }} by part; undefined elsewhere
 */
export function watchCpuTime() {
  if (process.platform !== 'linux') return { seconds: () => undefined };
  /** @type {Map<string, { part: string | undefined, ticks: number }>} */
  const processes = new Map();
  const sample = () => {
    const seen = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((pid) => readStat(pid) ?? []);
    const keyOf = new Map(seen.map(({ pid, key }) => [pid, key]));
    // A parent comes before its children, unless the numbers of processes have wrapped.
    for (const { pid, parent, key, ticks } of seen) {
      const known = processes.get(key);
      if (known) known.ticks = ticks;
      else processes.set(key, { part: partOf(pid, processes.get(keyOf.get(parent) ?? '')), ticks });
    }
  };
  sample();
  setInterval(sample, sampleEveryMs).unref();
  return {
    seconds: () => {
      sample();
      /** @type {Record<string, number>} */
      const sums = {};
      for (const { part, ticks } of processes.values())
        if (part) sums[part] = (sums[part] ?? 0) + ticks / ticksPerSecond;
      return sums;
    },
  };
}

/** @param {string} pid @param {{ part: string | undefined } | undefined} parent */
function partOf(pid, parent) {
  if (parent?.part) return parent.part;
  try {
    const variables = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
    const own = variables.find((each) => each.startsWith(`${partVariable}=`));
    return own?.slice(partVariable.length + 1);
  } catch {
    // It has ended, or is another person's.
    return undefined;
  }
}

/** @param {string} pid */
function readStat(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program stands in parentheses and may have spaces.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const [parent = '', user, system, start] = [fields[1], fields[11], fields[12], fields[19]];
    return { pid, parent, key: `${pid} ${start}`, ticks: Number(user) + Number(system) };
  } catch {
    return undefined;
  }
}
