import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import type { Basin } from '#contract/basin/basin.ts';
import { parameterNdx } from '#domain/vocabulary.ts';
import { type DayNumber, dayNumber, parseDay } from '#lib/calendar.ts';
import { holdDemoState, readDemoState, writeDemoState } from '#server/db/demonstration.ts';
import { daySql, intArraySql } from '#server/db/queryable.ts';
import { nameOfSeries, type SeriesKey, summarizeSeries } from '#server/db/records.ts';
import { type RecordValues, refreshStatistics, writeStatistics } from '#server/db/statistic-day.ts';
import type { Queryable, Store, StoreTransaction } from '#server/db/store.ts';
import { writeMapLayers } from '../basin/map-layers.ts';
import { locationCells, locationColumns, writeLookupTables } from '../basin/write-lookup-tables.ts';
import { writeShapes } from '../basin/write-shapes.ts';
import { type Cells, copyRows } from '../engine/copy-rows.ts';
import { copyValues } from '../engine/copy-values.ts';
import { toStoredValues } from '../engine/stored-values.ts';
import { type DemoStation, demoStations } from './catalog.ts';
import { provisionalFrom, recordValues } from './record.ts';
import { seriesOf } from './series.ts';

export type DemoOptions = {
  /** Only the Upper Snake's sites have demo data; another river's basin has none. */
  basin: Basin;
  /** The last day to write, `YYYY-MM-DD`; `yesterdayInBasin(new Date())` outside tests. */
  through: string;
  onProgress?: (message: string) => void;
};

export type SeedOptions = DemoOptions & {
  /** Delete existing stations and values first. */
  replace?: boolean;
  /** For tests: write values of only these stations, by id. All stations are on the map. */
  valuesOf?: ReadonlySet<string>;
  /** For tests: the first day to write, `YYYY-MM-DD`. */
  since?: string;
};

/** The database has data that the demo must not replace; `message` says what to do. */
export class NotEmpty extends Error {
  override name = 'NotEmpty';
}

export const noDemoNote =
  'There are demonstration data only for the Upper Snake, and the basin file has none of its sites. To fill the portal with real data, run `npm run ingest -- all`.';

export function hasDemo(basin: Basin): boolean {
  return demoStations(basin).length > 0;
}

export async function isEmpty(store: Queryable): Promise<boolean> {
  return (await store.query(sql`SELECT FROM location LIMIT 1`)).length === 0;
}

export async function isDemo(store: Queryable): Promise<boolean> {
  return (await readDemoState(store)).has_data;
}

/**
 * Writes the demo data into an empty database, in one transaction. Does nothing for a basin without demo data, even
 * with `replace`.
 * @throws NotEmpty
 */
export async function seedDemo(
  store: Store,
  { basin, through, onProgress = () => {}, replace = false, valuesOf, since }: SeedOptions,
): Promise<{ stations: number; values: number }> {
  const last = dayNumber(through);
  const stations = demoStations(basin);
  if (stations.length === 0) return { stations: 0, values: 0 };
  if (!replace && !(await isEmpty(store))) {
    throw new NotEmpty(
      'The database already has stations. Seed an empty one (set another DATA_DIR), or use --force to delete every station and value first.',
    );
  }
  const values = await store.transaction(async (transaction) => {
    if (replace) {
      await transaction.query(
        // With what features have of the stations.
        sql`TRUNCATE daily_value, statistic_day, location_parameter, location, location_record, map_layer, map_source, huc10,
          timeseries_user_filter, daily_value_revision, daily_value_addition, series_source, official_statistic, official_forecast,
          outlook_issue, latest_reading CASCADE`,
      );
    }
    onProgress('Stations, areas and map layers');
    await writeStations(transaction, basin, stations);
    let reportedPercent = 0;
    const chosen = { last, valuesOf, before: since === undefined ? undefined : dayNumber(since) - 1 };
    const written = await writeRecords(transaction, stations, chosen, (done) => {
      const percent = Math.floor((100 * done) / stations.length);
      if (percent < reportedPercent + 10) return;
      reportedPercent = percent - (percent % 10);
      onProgress(`Daily values: ${done} of ${stations.length} stations`);
    });
    const { has_content } = await readDemoState(transaction);
    await writeDemoState(transaction, { has_data: true, seeded_through: through, has_content });
    return written;
  });
  await store.query(sql`ANALYZE`);
  return { stations: stations.length, values };
}

/**
 * Adds the days from the last written one through `through`. Does nothing if that day is already written or the
 * database has no demo data.
 */
export async function extendDemo(
  store: Store,
  { basin, through, onProgress = () => {} }: DemoOptions,
): Promise<{ values: number }> {
  const state = await readDemoState(store);
  const before = parseDay(state.seeded_through ?? '');
  const last = dayNumber(through);
  const stations = demoStations(basin);
  if (stations.length === 0) return { values: 0 };
  if (before === undefined || before >= last || !state.has_data) return { values: 0 };
  onProgress(`Demo data: adding the days after ${state.seeded_through} through ${through}`);
  const values = await store.transaction(async (transaction) => {
    if (!(await holdDemoState(transaction)).has_data) return 0;
    const ids = await transaction.query(
      sql`SELECT loc_ndx, loc_id FROM location`,
      z.object({ loc_ndx: z.int(), loc_id: z.string() }),
    );
    // A series that a later version of the demonstration has would begin now.
    const synthetic = await transaction.query(
      sql`SELECT loc_ndx, parameter_ndx FROM location_parameter WHERE source IS NULL`,
      z.object({ loc_ndx: z.int(), parameter_ndx: z.int() }),
    );
    const extended = new Set(synthetic.map(nameOfSeries));
    const ndxOf = new Map(ids.map(({ loc_id, loc_ndx }) => [loc_id, loc_ndx]));
    let written = 0;
    const added: SeriesKey[] = [];
    for (const station of stations) {
      const ndx = ndxOf.get(station.id.toUpperCase());
      if (ndx === undefined) continue;
      for (const series of seriesOf(station)) {
        if (!extended.has(`${ndx} ${series.parameter}`)) continue;
        const values = recordValues(station, series, before, last);
        if (values.days.length === 0) continue;
        const key = { loc_ndx: ndx, parameter_ndx: series.parameter };
        await copyValues(transaction, 'daily_value', key, values);
        written += values.days.length;
        added.push(key);
      }
    }
    const approved = await approve(transaction, provisionalFrom(before), provisionalFrom(last));
    await summarizeSeries(transaction, uniqueKeys([...added, ...approved]));
    await writeDemoState(transaction, { ...state, seeded_through: through });
    return written;
  });
  return { values };
}

/** One row must not be inserted twice by one statement. */
function uniqueKeys(keys: readonly SeriesKey[]): SeriesKey[] {
  return [...new Map(keys.map((key) => [nameOfSeries(key), key])).values()];
}

/**
 * Approves the values of days, except those of imported series. They are too recent to be in a statistic. Returns the
 * series that have any.
 */
async function approve(transaction: Queryable, from: number, until: number): Promise<SeriesKey[]> {
  if (until <= from) return [];
  return transaction.query(
    sql`WITH approved AS (UPDATE daily_value d SET approval = 'A'
     FROM location_parameter p
     WHERE d.loc_ndx = p.loc_ndx AND d.parameter_ndx = p.parameter_ndx
       AND d.rdate >= ${daySql(from)} AND d.rdate < ${daySql(until)}
       AND d.approval = 'P' AND p.source IS NULL
       RETURNING d.loc_ndx, d.parameter_ndx)
     SELECT DISTINCT loc_ndx, parameter_ndx FROM approved`,
    z.object({ loc_ndx: z.int(), parameter_ndx: z.int() }),
  );
}

/** Values whose summaries are computed at once. */
const valuesPerSummary = 150_000;

const syntheticNote =
  'Synthetic demonstration values: shaped like the records of these stations, but not measurements.';

/** Writes lookup tables, areas, stations, map layers and the default filter into empty tables. */
async function writeStations(
  transaction: StoreTransaction,
  basin: Basin,
  stations: readonly DemoStation[],
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
async function writeDefaultFilter(transaction: StoreTransaction, stations: readonly DemoStation[]) {
  const ndxOf = (id: string) => stations.flatMap((station, i) => (station.id === id ? [i + 1] : []));
  await transaction.query(
    sql`INSERT INTO timeseries_user_filter
       (user_uuid, huc8s, parameter_left, parameter_right, locations_left, locations_right, start_date, end_date)
     VALUES ('default', '{}', ${parameterNdx.streamflow}, ${parameterNdx.depthToWater},
       ${intArraySql(ndxOf('13037500'))}, ${intArraySql(ndxOf('434657112282201'))}, NULL, NULL)
     ON CONFLICT (user_uuid) DO NOTHING`,
  );
}

/** Writes every series after `before` through `last`, with its summary and statistics. Returns the number of values. */
async function writeRecords(
  transaction: StoreTransaction,
  stations: readonly DemoStation[],
  {
    last,
    valuesOf,
    before,
  }: { last: DayNumber; valuesOf: ReadonlySet<string> | undefined; before: DayNumber | undefined },
  onStation: (done: number) => void,
): Promise<number> {
  let keys: SeriesKey[] = [];
  let known: RecordValues[] = [];
  let others: SeriesKey[] = [];
  let waiting = 0;
  let written = 0;
  const flush = async () => {
    await summarizeSeries(transaction, keys);
    await writeStatistics(transaction, known);
    await refreshStatistics(transaction, others);
    written += waiting;
    waiting = 0;
    [keys, known, others] = [[], [], []];
  };
  for (const [i, station] of stations.entries()) {
    if (valuesOf && !valuesOf.has(station.id)) continue;
    for (const series of seriesOf(station).toSorted((a, b) => a.parameter - b.parameter)) {
      const all = recordValues(station, series, before, last);
      if (all.days.length === 0) continue;
      const key = { loc_ndx: i + 1, parameter_ndx: series.parameter };
      await copyValues(transaction, 'daily_value', key, all);
      keys.push(key);
      const values = toStoredValues(all);
      if (values) known.push({ key, values });
      else others.push(key);
      waiting += all.days.length;
      if (waiting >= valuesPerSummary) await flush();
    }
    onStation(i + 1);
  }
  await flush();
  return written;
}
