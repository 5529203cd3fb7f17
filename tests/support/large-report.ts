import { createWriteStream, readFileSync, writeFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { dayNumber, formatDay } from '#lib/calendar.ts';
import { otherRiverPath } from './basin.ts';

/** As many stations as the NRCS has in the western United States, each with 20 years. */
const stationCount = 920;
const dayCount = 7300;
const stations = Array.from({ length: stationCount }, (_, at) => `${5001 + at}:ID:SNTL`);

/** How many rows the report has: about 7 million, in 220 MB. */
export const reportRows = stationCount * dayCount;

/** Writes a basin file that has the stations of the report. */
export function writeBasinOfReport(file: string): void {
  const sites = stations.map(
    (station, at) => `
  - id: "${station}"
    name: Station ${station}
    type: SNOTEL
    provider: NRCS Snotel
    lat: ${(44 + at / 10_000).toFixed(4)}
    lon: -116.2
    huc8: "17050199"
    series: { Snow Water Equivalent: { nrcs: "${station}" } }`,
  );
  writeFileSync(file, `${readFileSync(otherRiverPath, 'utf8').trimEnd()}${sites.join('')}\n`);
}

/** Writes a report of the NRCS with one station and day a row, day after day. */
export async function writeReport(file: string): Promise<void> {
  await pipeline(Readable.from(reportText()), createWriteStream(file));
}

function* reportText(): Generator<string> {
  yield 'Date,Station Id,Snow Water Equivalent (in) Start of Day Values\n';
  const first = dayNumber('2020-12-31') - dayCount + 1;
  for (let at = 0; at < dayCount; at += 1) {
    const day = formatDay(first + at);
    let text = '';
    for (const [index, station] of stations.entries())
      text += `${day},${station},${((at * 7 + index) % 997) / 10}00000\n`;
    yield text;
  }
}
