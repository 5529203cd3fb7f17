import { readdirSync, readFileSync } from 'node:fs';

export type RunningProcess = { readonly pid: number; readonly command: string };

/** The processes that a process has started, where the system lists them. */
export function childProcessesOf(parent: number): RunningProcess[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        // The name in parentheses may contain spaces; the parent is the second field after it.
        const [, ppid] = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
        if (Number(ppid) !== parent) return [];
        const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ');
        return [{ pid: Number(name), command }];
      } catch {
        // It has ended meanwhile.
        return [];
      }
    });
}

const msPerTick = 10;

/** Processor milliseconds that a process and all that it has started have used so far; NaN where the system does not list them. */
export function processorMsOf(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    // Of itself, user and system, and of its processes that have ended.
    const own = fields.slice(11, 15).reduce((sum, ticks) => sum + msPerTick * Number(ticks), 0);
    return childProcessesOf(pid).reduce((sum, child) => sum + (processorMsOf(child.pid) || 0), own);
  } catch {
    return Number.NaN;
  }
}

/** The resident memory of a process in MB: now, or at most since it began. */
export function residentMb(pid: number, which: 'now' | 'peak'): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const [, kb] = (which === 'now' ? /^VmRSS:\s+(\d+)/m : /^VmHWM:\s+(\d+)/m).exec(status) ?? [];
    return Number(kb ?? 0) / 1024;
  } catch {
    return 0;
  }
}
