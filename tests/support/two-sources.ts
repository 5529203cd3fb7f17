import { writeFileSync } from 'node:fs';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { IngestReport } from '#ingest/report.ts';
import { ingest } from '#ingest/run.ts';
import { dayNumber, formatDay } from '#lib/calendar.ts';
import type { Store } from '#server/db/store.ts';
import { basin, quietImport } from './basin.ts';

/** Day 0 of the answers. */
export const firstAnswered = dayNumber('2020-01-01');

/** What a source sends of the flow near Heise: values by day since 2020-01-01. */
export type Answer = ReadonlyMap<number, number>;

/** The same with days without a value. */
export type SparseAnswer = ReadonlyMap<number, number | null>;

type More = { readonly replaceSource?: boolean; readonly sites?: readonly string[] };

const toCsv = (answer: SparseAnswer) =>
  `DateTime,heii_qd\n${[...answer].map(([day, value]) => `${formatDay(firstAnswered + day)},${value ?? ''}\n`).join('')}`;

/** Imports an answer of HydroMet; every value is provisional. */
export function importUsbr(store: Store, answer: SparseAnswer, more: More = {}): Promise<IngestReport> {
  return ingest(store, 'usbr', {
    ...quietImport,
    sites: ['heii_qd'],
    since: '2020-01-01',
    now: () => new Date('2020-06-01T18:00:00Z'),
    fetch: async () => new Response(toCsv(answer)),
    ...more,
  });
}

/** Imports a saved response of USGS, which has the same gage; every value is approved, except those of `provisional` days. */
export async function importUsgs(
  store: Store,
  answer: SparseAnswer,
  { provisional = new Set(), ...more }: More & { readonly provisional?: ReadonlySet<number> } = {},
): Promise<IngestReport> {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'portal-usgs-'));
  const file = path.join(folder.path, 'usgs.json');
  const features = [...answer].map(([day, value]) => ({
    properties: {
      monitoring_location_id: 'USGS-13037500',
      parameter_code: '00060',
      statistic_id: '00003',
      time_series_id: 'series-1',
      time: formatDay(firstAnswered + day),
      value: value === null ? null : String(value),
      unit_of_measure: 'ft^3/s',
      approval_status: provisional.has(day) ? 'Provisional' : 'Approved',
      qualifier: value === null ? ['ICE'] : null,
    },
  }));
  writeFileSync(file, JSON.stringify({ features }));
  return await ingest(store, 'usgs', { basin, file, ...more });
}

/** The database's clock, to the microsecond. */
export async function readClockOf(store: Store): Promise<string> {
  const [row] = await store.query<{ now: string }>(
    `SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS now`,
  );
  return row?.now ?? '';
}

export async function ndxOfHeise(store: Store): Promise<number> {
  const [row] = await store.query<{ ndx: number }>(
    `SELECT loc_ndx AS ndx FROM location WHERE loc_id = '13037500'`,
  );
  return row?.ndx ?? 0;
}
