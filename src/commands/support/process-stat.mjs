import { readFileSync } from 'node:fs';

/**
 * Reads what Linux tells of a process in `/proc/PID/stat`.
 * @param {string | number} pid
 * @returns {{ name: string, parent: number, ticks: number, reapedTicks: number, start: string } | undefined} processor time,
 * user and system, of itself and of the ended children that it waited for, in hundredths of a second; undefined where the
 * process has ended, or without `/proc`
 */
export function readProcessStat(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // `12 (npm start) S 7 …`; a name may have spaces and parentheses.
    const nameEnd = text.lastIndexOf(')');
    const fields = text.slice(nameEnd + 2).split(' ');
    return {
      name: text.slice(text.indexOf('(') + 1, nameEnd),
      parent: Number(fields[1]),
      ticks: Number(fields[11]) + Number(fields[12]),
      reapedTicks: Number(fields[13]) + Number(fields[14]),
      start: fields[19] ?? '',
    };
  } catch {
    return undefined;
  }
}
