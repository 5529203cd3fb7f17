/** Reads a saved response by itself, and prints what it found and the memory and time it took as JSON. */
import process from 'node:process';
import { nrcs } from '#ingest/agencies/nrcs/fetch.ts';
import { readSourceFile } from '#ingest/read-source-file.ts';
import { basin } from './basin.ts';

const [, , file = ''] = process.argv;
const began = performance.now();
let values = 0;
let series = 0;
for await (const each of nrcs.parseFile(await readSourceFile(file), {}, basin)) {
  if (each.kind !== 'read') throw new Error(JSON.stringify(each));
  values += each.readings.length;
  series += 1;
}
const peakMb = process.resourceUsage().maxRSS / 1000;
process.stdout.write(JSON.stringify({ series, values, peakMb, seconds: (performance.now() - began) / 1000 }));
