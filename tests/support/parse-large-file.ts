/**
 * Reads a saved response and prints what it found and the memory and time it took as JSON. Parameters: the source and
 * the file.
 */
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { agencies } from '#ingest/agencies/index.ts';
import { readSourceFile } from '#ingest/reading/read-source-file.ts';
import { basin } from './basin.ts';

const [, , source = '', file = ''] = process.argv;
const began = performance.now();
let values = 0;
let series = 0;
const [agency] = Object.entries(agencies).flatMap(([name, each]) => (name === source ? [each] : []));
for await (const each of agency?.parseFile(await readSourceFile(file), {}, basin) ?? []) {
  if (each.kind !== 'read') throw new Error(JSON.stringify(each));
  values += each.readings.days.length;
  series += 1;
}
const peakMb = readPeakMemoryMb();
process.stdout.write(JSON.stringify({ series, values, peakMb, seconds: (performance.now() - began) / 1000 }));

/** Not `maxRSS`: on Linux a new process inherits that of the one that started it. */
function readPeakMemoryMb(): number {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS / 1000;
  return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) / 1000;
}
