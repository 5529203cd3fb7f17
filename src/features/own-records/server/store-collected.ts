import { throwIfStopped } from '#domain/import-stopped.ts';
import { storeRealValues } from '#ingest/engine/first-import.ts';
import type { Import, ImportStore } from '#ingest/engine/import-series.ts';
import { emptySeriesReport, type IngestReport, type SeriesReport } from '#ingest/report.ts';
import { SourceRefused } from '#ingest/source.ts';
import type { Queryable } from '#server/db/queryable.ts';
import type { SeriesKey } from '#server/db/records.ts';
import { HttpProblem } from '#server/http/problems.ts';
import { stage } from '../contract.ts';
import type { Mapping } from '../rules/mapping.ts';
import { type Collected, sortDays, sortReadings } from './collect-rows.ts';
import { type Days, daysOfReadings, inWindows, noteDays } from './days-to-compute.ts';
import type { FeedSpan } from './feeds/feed-stamps.ts';
import type { OwnPlace } from './own-sites.ts';
import { readRatingTables } from './rating-tables.ts';
import { conversionOf, type RowRefusal } from './read-rows.ts';
import { parametersToRecompute } from './readings.ts';
import { type DayWriter, recomputeDays, writeDays } from './recompute.ts';
import {
  addOrigin,
  claimTerms,
  lockSite,
  type Origin,
  type StoredTerms,
  storeReadings,
} from './store-readings.ts';

/** Readings in one transaction: others wait for it. */
const transactionRows = 20_000;
const msPerDay = 86_400_000;

/** The time of the readings that an import has stored, by record. */
type Touched = Map<string, { place: OwnPlace; parameter: number; first: number; last: number }>;

/** What an import stores, and what it has stored by now. */
export type Storing = {
  readonly store: ImportStore;
  readonly work: Import;
  readonly writer: DayWriter;
  readonly origin: Pick<Origin, 'way' | 'by'>;
  readonly mapping: Mapping;
  readonly refuse: (refusal: RowRefusal) => void;
  readonly reports: Map<string, SeriesReport>;
  readonly touched: Touched;
  /** The rows that were read, by record. */
  readonly spans: Map<string, Omit<FeedSpan, 'isRefused'>>;
  readonly report: IngestReport;
  /** The records of the file that were refused. */
  readonly failed: Set<string>;
};

/** What the rows of a mapping are as a series. A counter wraps at a number in the unit that is stored. */
export function termsOf(mapping: Mapping, units: string, minersInches: number | undefined): StoredTerms {
  const { row, stamp, period_minutes, counter } = mapping;
  if (row === 'daily mean' || row === 'daily total')
    return { kind: 'day', period_minutes: null, wraps_at: null };
  if (row === 'counter') {
    const conversion = conversionOf(mapping, units, minersInches);
    const factor = typeof conversion === 'string' ? 1 : conversion.factor;
    const wraps_at = typeof counter === 'object' ? counter.wraps_at * factor : null;
    return { kind: 'counter', period_minutes: null, wraps_at };
  }
  return {
    kind: 'reading',
    period_minutes: stamp === 'instant' ? null : (period_minutes ?? null),
    wraps_at: null,
  };
}

/** Stores the rows of one record. What is refused of it, the report says. */
export async function storeCollected(storing: Storing, collected: Collected): Promise<void> {
  const { store, work, writer, mapping, refuse, reports } = storing;
  const { place, parameter } = collected;
  const key = { loc_ndx: place.loc_ndx, parameter_ndx: parameter.parameter_ndx };
  const name = `${place.loc_id} ${parameter.parameter_name}`;
  const terms = termsOf(mapping, parameter.units_name, work.basin.miners_inches_per_cfs);
  addSpan(storing, name, key, collected);
  // A record that was refused is not tried again with its later rows.
  if (storing.failed.has(name)) return;
  try {
    if (terms.kind === 'day') {
      const { readings, refused } = sortDays(collected);
      refused.forEach(refuse);
      const report = await storeRealValues(store, work, async (tx) => {
        await lockSite(tx, place.loc_ndx);
        await claimTerms(tx, key, terms);
        return writeDays(tx, writer, place, parameter.parameter_ndx, readings);
      });
      reports.set(name, { ...report, notes: [...report.notes, ...noteUnit(mapping, parameter.units_name)] });
      return;
    }
    const { readings, refused } = sortReadings(collected);
    refused.forEach(refuse);
    await storeInParts(storing, collected, readings, terms);
  } catch (error) {
    refuseRecord(storing, name, error);
  }
}

function addSpan({ spans }: Storing, name: string, key: SeriesKey, { times, days }: Collected): void {
  let { first, last } = spans.get(name) ?? {
    first: Number.POSITIVE_INFINITY,
    last: Number.NEGATIVE_INFINITY,
  };
  for (const time of times.length > 0 ? times : days.map((day) => day * msPerDay)) {
    first = Math.min(first, time);
    last = Math.max(last, time);
  }
  spans.set(name, { ...key, first, last });
}

/** Notes that a record is refused; others are not. */
function refuseRecord({ report, failed }: Storing, name: string, error: unknown): void {
  if (!(error instanceof HttpProblem || error instanceof SourceRefused)) throw error;
  failed.add(name);
  report.failures.push({ name, message: error.message });
}

const noteUnit = ({ unit }: Mapping, units: string) =>
  unit === units ? [] : [`Converted from ${unit} to ${units}.`];

async function storeInParts(
  { store, work, origin, mapping, reports, touched, writer }: Storing,
  { place, parameter }: Collected,
  { times, values }: { times: readonly number[]; values: readonly number[] },
  terms: StoredTerms,
): Promise<void> {
  const key = { loc_ndx: place.loc_ndx, parameter_ndx: parameter.parameter_ndx };
  const name = `${place.loc_id} ${parameter.parameter_name}`;
  const entered = { run: writer.run, note: mapping.unit };
  let id: number | undefined;
  for (let from = 0; from < times.length; from += transactionRows) {
    const to = Math.min(times.length, from + transactionRows);
    const some = { times: times.slice(from, to), values: values.slice(from, to) };
    const ends = [times[from] ?? 0, times[to - 1] ?? 0] as const;
    const outcomes = await storeRealValues(store, work, async (tx) => {
      await lockSite(tx, place.loc_ndx);
      await claimTerms(tx, key, terms);
      id ??= await addOrigin(tx, { ...origin, ...entered });
      const stored = await storeReadings(tx, key, some, { origin: id });
      const days = await daysToCompute(tx, place, key.parameter_ndx, ends);
      for (const each of days) await noteDays(tx, each.key, each.days);
      // Values in another unit are refused by their first days, and then nothing is stored.
      if (!touched.has(name))
        for (const { parameter, days: all } of days)
          for (const first of [...inWindows(all)].slice(0, 1))
            await recomputeDays(tx, writer, { place, parameter, days: first });
      return stored;
    });
    const before = reports.get(name) ?? emptySeriesReport(name, place.site, parameter.parameter_ndx);
    const count = (outcome: string) => outcomes.filter((each) => each === outcome).length;
    const day = (at: number) => new Date(times[at] ?? 0).toISOString().slice(0, 10);
    reports.set(name, {
      ...before,
      first: before.first ?? day(from),
      last: day(to - 1),
      read: before.read + outcomes.length,
      written: before.written + count('stored') + count('revised'),
      unchanged: before.unchanged + count('same'),
      revised: before.revised + count('revised'),
      notes: noteUnit(mapping, parameter.units_name),
    });
    const [first, last] = ends;
    const known = touched.get(name);
    touched.set(name, {
      ...{ place, parameter: parameter.parameter_ndx },
      first: Math.min(first, known?.first ?? first),
      last: Math.max(last, known?.last ?? last),
    });
  }
}

/** The days of each parameter that readings of a parameter from one instant to another change. */
async function daysToCompute(
  from: Queryable,
  place: OwnPlace,
  parameter: number,
  ends: readonly [first: number, last: number],
) {
  const tables = parameter === stage.parameter_ndx ? await readRatingTables(from, place.loc_ndx) : [];
  const found: { key: SeriesKey; parameter: number; days: Days }[] = [];
  for (const each of parametersToRecompute(parameter, tables)) {
    const key = { loc_ndx: place.loc_ndx, parameter_ndx: each };
    found.push({ key, parameter: each, days: await daysOfReadings(from, key, place, ends) });
  }
  return found;
}

/**
 * Computes the days of all readings that came, whether they were new or not: a process that ended before this has left them.
 */
export async function recomputeTouched(storing: Storing): Promise<void> {
  const { store, work, writer, touched } = storing;
  for (const [name, { place, parameter: touchedOne, first, last }] of touched)
    try {
      for (const { parameter, days: all } of await daysToCompute(store, place, touchedOne, [first, last]))
        for (const days of inWindows(all)) {
          throwIfStopped(work.signal);
          await store.transaction(async (tx) => {
            await lockSite(tx, place.loc_ndx);
            await recomputeDays(tx, writer, { place, parameter, days });
          });
        }
    } catch (error) {
      refuseRecord(storing, name, error);
    }
}
