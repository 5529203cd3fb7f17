import { formatDay } from '#domain/calendar.ts';
import { enteredByHand } from '#domain/qualifiers.ts';
import type { Queryable, StoreTransaction } from '#server/db/open.ts';
import { summariseSeries } from '#server/db/record-summary.ts';
import { locationCells, locationColumns, writeHuc10s, writeLookups, writeMapLayers } from './lookups.ts';
import { sift } from './normalise/quality.ts';
import { noteRealSeries } from './real-series.ts';
import { byReason, dayOrNull, type SeriesReport } from './report.ts';
import type { Reading, SourceSeries } from './source.ts';
import { copyRows, readState } from './store-helpers.ts';

/**
 * Writes one series and its summary. New values are added, revised ones replaced, absent ones kept. Where a
 * demo series stood, it goes, so that nothing synthetic is mixed with measurements.
 */
export async function writeSeries(
  transaction: StoreTransaction,
  source: string,
  series: Extract<SourceSeries, { kind: 'read' }>,
): Promise<SeriesReport> {
  const { station, parameter, rules } = series.target;
  const { kept, rejected } = sift(series.readings, rules);
  const rejections = [...series.rejections, ...rejected].sort((a, b) => a.day - b.day);
  const report = {
    name: series.name,
    loc_id: station.id.toUpperCase(),
    loc_name: station.name,
    parameter_ndx: parameter,
    first: dayOrNull(kept[0]?.day),
    last: dayOrNull(kept.at(-1)?.day),
    read: series.readings.length + series.rejections.length,
    missing: series.missing,
    rejected: byReason(rejections),
  };
  if (kept.length === 0) return { ...report, written: 0, unchanged: 0, replaced_demo: false };
  const ndx = await findOrAddLocation(transaction, series);
  const isNew = await noteRealSeries(transaction, { loc_id: station.id, parameter_ndx: parameter, source });
  const replaced = isNew && (await readState(transaction, 'demo_data')) === true;
  const removed = replaced ? await removeValues(transaction, ndx, parameter) : 0;
  const written = await upsert(transaction, ndx, parameter, kept);
  await summariseSeries(transaction, ndx, parameter);
  return { ...report, written, unchanged: kept.length - written, replaced_demo: removed > 0 };
}

async function findOrAddLocation(
  transaction: StoreTransaction,
  { target: { station } }: Extract<SourceSeries, { kind: 'read' }>,
): Promise<number> {
  const find = () =>
    transaction.query<{ loc_ndx: number }>('SELECT loc_ndx FROM location WHERE loc_id = $1', [
      station.id.toUpperCase(),
    ]);
  let [row] = await find();
  if (!row) {
    await writeLookups(transaction);
    await writeMapLayers(transaction);
    await writeHuc10s(transaction, [station]);
    await copyRows(transaction, 'location', locationColumns, [locationCells(station)]);
    [row] = await find();
  }
  if (!row) throw new Error(`The location ${station.id} was not written`);
  return row.loc_ndx;
}

/** What people have entered by hand is no demonstration; it stays until the agency delivers that day. */
async function removeValues(transaction: Queryable, ndx: number, parameter: number): Promise<number> {
  const [row] = await transaction.query<{ n: number }>(
    `WITH gone AS (DELETE FROM daily_value WHERE loc_ndx = $1 AND parameter_ndx = $2
       AND qualifier IS DISTINCT FROM $3 RETURNING 1)
     SELECT count(*)::int AS n FROM gone`,
    [ndx, parameter, enteredByHand],
  );
  return row?.n ?? 0;
}

/** Returns the number of values that were new or differed. */
async function upsert(
  transaction: StoreTransaction,
  ndx: number,
  parameter: number,
  readings: readonly Reading[],
): Promise<number> {
  await transaction.query(
    'CREATE TEMP TABLE ingest_value (rdate date, value real, approval char(1), qualifier text) ON COMMIT DROP',
  );
  await copyRows(
    transaction,
    'ingest_value',
    ['rdate', 'value', 'approval', 'qualifier'],
    readings.map(({ day, value, approval, qualifier }) => [formatDay(day), value, approval, qualifier]),
  );
  const [row] = await transaction.query<{ n: number }>(
    `WITH written AS (
       INSERT INTO daily_value AS d (loc_ndx, parameter_ndx, rdate, result_value_daily, approval, qualifier)
       SELECT $1::int, $2::smallint, rdate, value, approval, qualifier FROM ingest_value
       ON CONFLICT (loc_ndx, parameter_ndx, rdate) DO UPDATE
       SET result_value_daily = EXCLUDED.result_value_daily,
           approval = EXCLUDED.approval,
           qualifier = EXCLUDED.qualifier
       WHERE (d.result_value_daily, d.approval, d.qualifier)
         IS DISTINCT FROM (EXCLUDED.result_value_daily, EXCLUDED.approval, EXCLUDED.qualifier)
       RETURNING 1)
     SELECT count(*)::int AS n FROM written`,
    [ndx, parameter],
  );
  await transaction.query('DROP TABLE ingest_value');
  return row?.n ?? 0;
}
