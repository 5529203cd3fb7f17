import { sql } from 'drizzle-orm/sql';
import type { Basin } from '#contract/basin.ts';
import { parameterNdx } from '#domain/vocabulary.ts';
import type { DayNumber } from '#lib/calendar.ts';
import { intArraySql } from '#server/db/queryable.ts';
import { type SeriesKey, summarizeSeries } from '#server/db/records.ts';
import { type RecordValues, refreshStatistics, writeStatistics } from '#server/db/statistic-day.ts';
import type { Queryable, StoreTransaction } from '#server/db/store.ts';
import { writeMapLayers } from '../basin/map-layers.ts';
import { locationCells, locationColumns, writeLookupTables } from '../basin/write-lookup-tables.ts';
import { writeShapes } from '../basin/write-shapes.ts';
import { type Cells, copyRows } from '../copy-rows.ts';
import type { Station } from './catalog.ts';
import { type RecordRows, recordRows } from './record.ts';
import { seriesOf } from './series/index.ts';

const valueColumns = [
  'loc_ndx',
  'parameter_ndx',
  'rdate',
  'result_value_daily',
  'approval',
  'qualifier',
  'flag',
];

/** Limits the text in memory. */
const rowsPerCopy = 150_000;

export const syntheticNote =
  'Synthetic demonstration values: shaped like the records of these stations, but not measurements. Series imported from the agency are real.';

/** Writes lookup tables, areas, stations, map layers and the default filter into empty tables. */
export async function writeStations(
  transaction: StoreTransaction,
  basin: Basin,
  stations: readonly Station[],
): Promise<void> {
  const ids = await writeLookupTables(transaction, basin);
  await transaction.query(sql`UPDATE data_provider SET note = ${syntheticNote}`);
  await writeShapes(transaction, basin);
  await copyRows(
    transaction,
    'location',
    ['loc_ndx', ...Object.keys(locationColumns)],
    stations.map((station, i): Cells => [i + 1, ...locationCells(station, ids)]),
  );
  await transaction.query(
    sql`SELECT setval(pg_get_serial_sequence('location', 'loc_ndx'), ${stations.length}::int)`,
  );
  await writeMapLayers(transaction);
  await writeDefaultFilter(transaction, stations);
}

/** The default filter has discharge near Heise on the left axis and depth to water at a well on the right. */
async function writeDefaultFilter(transaction: StoreTransaction, stations: readonly Station[]) {
  const ndxOf = (id: string) => stations.flatMap((station, i) => (station.id === id ? [i + 1] : []));
  await transaction.query(
    sql`INSERT INTO timeseries_user_filter
       (user_uuid, huc8s, parameter_left, parameter_right, locations_left, locations_right, start_date, end_date)
     VALUES ('default', '{}', ${parameterNdx.streamflow}, ${parameterNdx.depthToWater},
       ${intArraySql(ndxOf('13037500'))}, ${intArraySql(ndxOf('434657112282201'))}, NULL, NULL)
     ON CONFLICT (user_uuid) DO NOTHING`,
  );
}

/** Writes every series through a day, with its summary and statistics. Returns the number of values. */
export async function writeRecords(
  transaction: StoreTransaction,
  stations: readonly Station[],
  through: DayNumber,
  valuesOf: ReadonlySet<string> | undefined,
  onStation: (done: number) => void,
): Promise<number> {
  let lines: string[] = [];
  let records: (RecordValues & Pick<RecordRows, 'isExact'>)[] = [];
  let written = 0;
  const flush = async () => {
    await appendValues(transaction, lines);
    const keys = records.map(({ key }) => key);
    await summarizeSeries(transaction, keys);
    await markDemonstration(transaction, keys);
    const { known = [], others = [] } = Object.groupBy(records, ({ isExact }) =>
      isExact ? 'known' : 'others',
    );
    await writeStatistics(transaction, known);
    await refreshStatistics(
      transaction,
      others.map(({ key }) => key),
    );
    written += lines.length;
    lines = [];
    records = [];
  };
  for (const [i, station] of stations.entries()) {
    if (valuesOf && !valuesOf.has(station.id)) continue;
    for (const series of seriesOf(station).toSorted((a, b) => a.parameter - b.parameter)) {
      const rows = recordRows(i + 1, station, series, undefined, through);
      for (const line of rows.lines) lines.push(line);
      const key = { loc_ndx: i + 1, parameter_ndx: series.parameter };
      if (rows.lines.length > 0) records.push({ key, values: rows.values, isExact: rows.isExact });
      if (lines.length >= rowsPerCopy) await flush();
    }
    onStation(i + 1);
  }
  await flush();
  return written;
}

/** Marks series as synthetic, so that every screen and download says so. */
async function markDemonstration(transaction: Queryable, series: readonly SeriesKey[]): Promise<void> {
  const locations = intArraySql(series.map(({ loc_ndx }) => loc_ndx));
  const parameters = intArraySql(series.map(({ parameter_ndx }) => parameter_ndx));
  await transaction.query(
    sql`UPDATE location_parameter lp SET is_demonstration = true
      FROM unnest(${locations}, ${parameters}) AS d(loc_ndx, parameter_ndx)
      WHERE lp.loc_ndx = d.loc_ndx AND lp.parameter_ndx = d.parameter_ndx`,
  );
}

export async function appendValues(transaction: StoreTransaction, lines: readonly string[]): Promise<void> {
  if (lines.length > 0) await transaction.copy('daily_value', valueColumns, `${lines.join('\n')}\n`);
}
