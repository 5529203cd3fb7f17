import { sql } from 'drizzle-orm/sql';
import { throwIfStopped } from '#domain/import-stopped.ts';
import { describeFlag } from '#domain/qualifiers.ts';
import { todayInBasin } from '#lib/basin-clock.ts';
import { dayNumber } from '#lib/calendar.ts';
import { pruneReadings, readingDays, type StoredReading, writeReadings } from '#server/db/readings.ts';
import { nameOfSeries } from '#server/db/records.ts';
import type { Queryable } from '#server/db/store.ts';
import { agencies } from '../agencies/index.ts';
import { flagSamples } from '../quality/flag-samples.ts';
import { readNumber } from '../reading/parse-number.ts';
import { describeDuration } from '../reading/rate-limit.ts';
import { checkUnit, convertUnit, unitOf } from '../reading/units.ts';
import {
  addSeriesReport,
  countByReason,
  emptySeriesReport,
  formatDayOrNull,
  type IngestReport,
  type SeriesReport,
} from '../report.ts';
import {
  type SentReading,
  type SentReadings,
  ServiceUnavailable,
  type SourceTools,
  type Target,
  targetId,
} from '../source.ts';
import type { Rejection } from './daily-values.ts';
import type { Import, ImportStore } from './import-series.ts';
import { type ImportedSeries, readImportedSeries } from './series-source.ts';
import { eachUntilStopped } from './until-stopped.ts';

/** The readings of the last hours, of all series that were imported. */
export const readingsSource = 'now';

/** So many series are written in one transaction. */
const seriesPerTransaction = 50;

/**
 * Imports the readings of the last hours of the series that are stored, each from the agency that its daily values come
 * from. They are stored apart from those, and no daily value is made of them.
 */
export async function ingestReadings(
  store: ImportStore,
  { run, basin, tools, signal, onSeries = () => {} }: Import,
  report: IngestReport,
): Promise<void> {
  const series = await readImportedSeries(store);
  const now = tools.now();
  let checked: CheckedReadings[] = [];
  const write = async () => {
    const some = checked;
    checked = [];
    for (const one of await writeChecked(store, some)) addSeriesReport(report, one);
    onSeries();
  };
  for (const [name, source] of Object.entries(agencies)) {
    const keyOf = ({ site, parameter }: Target) => {
      const found = series.get(targetId(site.id, parameter));
      return found?.source === name ? found : undefined;
    };
    const isWanted = (target: Target) => keyOf(target) !== undefined;
    const sent = source.fetchReadings?.(isWanted, withoutLongWaits(tools), basin) ?? [];
    for await (const each of eachUntilStopped(toAsync(sent), signal)) {
      throwIfStopped(signal);
      if (each.kind === 'unknown') report.unknown_columns.push(each.name);
      else if (each.kind === 'incomplete') report.incomplete.push({ name: each.name, message: each.message });
      else if (each.kind === 'refused') report.failures.push({ name: each.name, message: each.message });
      else {
        const key = keyOf(each.target);
        const one = key && checkReadings(each, key, now);
        if (one && 'message' in one) report.failures.push(one);
        else if (one) checked.push(one);
      }
      if (checked.length >= seriesPerTransaction) await write();
    }
    await write();
  }
  await pruneReadings(store, now);
  await pruneRuns(store, run);
}

async function* toAsync<T>(items: AsyncIterable<T> | Iterable<T>): AsyncGenerator<T> {
  yield* items;
}

/** A service that wants a longer pause is asked at the next time, so that other imports get their turn. */
const maxWaitMs = 60_000;

function withoutLongWaits(tools: SourceTools): SourceTools {
  return {
    ...tools,
    sleep: async (milliseconds) => {
      if (milliseconds > maxWaitMs) {
        throw new ServiceUnavailable(
          `The service asks to wait ${describeDuration(milliseconds)}. It is asked again at the next time.`,
        );
      }
      await tools.sleep(milliseconds);
    },
  };
}

type CheckedReadings = { readonly report: SeriesReport; readonly readings: readonly StoredReading[] };
type Refusal = IngestReport['failures'][number];

/** Clocks differ by some minutes. */
const maxAheadMs = 5 * 60_000;

/**
 * Checks readings one by one. Refuses a series in a unit that cannot be converted. A reading without a value is missing, as
 * is one of more than 14 days ago; one that has no certain time, is in the future, fails the rules for single values, or
 * differs from another one of the same time is rejected.
 */
export function checkReadings(
  { name, target, unit, conversion, readings, notes = [] }: Extract<SentReadings, { kind: 'readings' }>,
  { loc_ndx, parameter_ndx }: Pick<ImportedSeries, 'loc_ndx' | 'parameter_ndx'>,
  now: Date,
): CheckedReadings | Refusal {
  const check = unit === undefined ? undefined : checkUnit(unit, target.parameter);
  if (check?.refusal !== undefined) return { name, message: check.refusal };
  const used = conversion ?? check?.conversion ?? { factor: 1, offset: 0 };
  const today = dayNumber(todayInBasin(now));
  const oldest = now.getTime() - readingDays * 86_400_000;
  const rejections: Rejection[] = [];
  const byTime = new Map<number, StoredReading>();
  const repeated = new Set<number>();
  let missing = 0;

  const reject = ({ value, time }: SentReading, reason: string) =>
    rejections.push({ day: typeof time === 'number' ? dayOf(time) : today, value: String(value), reason });

  for (const sent of readings) {
    const number = readNumber(sent.value);
    const { time } = sent;
    if (number === 'missing' || (typeof time === 'number' && time < oldest)) missing += 1;
    else if (typeof time !== 'number') reject(sent, time.reason);
    else if (time > now.getTime() + maxAheadMs) reject(sent, 'is in the future');
    else if ('reason' in number) reject(sent, number.reason);
    else {
      const value = convertUnit(number.value, used);
      const [flag] = flagSamples({ days: [today], values: [value] }, target.rules, () => sent.isSuspect);
      const before = byTime.get(time);
      if (flag !== undefined) reject(sent, `is ${describeFlag(flag)}`);
      else if (before !== undefined && before.value !== value) {
        reject(sent, 'is not the only value of its time');
        repeated.add(time);
      } else {
        const units = unitOf(target.parameter);
        const stored = { loc_ndx, parameter_ndx, value, unit: units, approval: sent.approval };
        byTime.set(time, { ...stored, time: new Date(time).toISOString() });
      }
    }
  }
  // Which of the values is the right one is not known.
  for (const time of repeated) byTime.delete(time);
  const days = [...byTime.keys()].toSorted((one, other) => one - other).map(dayOf);
  return {
    readings: [...byTime.values()],
    report: {
      ...emptySeriesReport(`${name} readings`, target.site, target.parameter),
      first: formatDayOrNull(days[0]),
      last: formatDayOrNull(days.at(-1)),
      read: byTime.size + rejections.length,
      unchanged: byTime.size,
      missing,
      rejected: countByReason(rejections),
      notes: [...(check?.notes ?? []), ...notes],
    },
  };
}

const dayOf = (instant: number) => dayNumber(todayInBasin(new Date(instant)));

/** Writes series in one transaction. Returns their reports, with how many readings were new or revised. */
async function writeChecked(
  store: ImportStore,
  checked: readonly CheckedReadings[],
): Promise<SeriesReport[]> {
  const readings = checked.flatMap((each) => each.readings);
  if (readings.length === 0) return checked.map(({ report }) => report);
  const changed = await store.transaction((transaction) => writeReadings(transaction, readings));
  const written = Map.groupBy(changed, nameOfSeries);
  return checked.map(({ report, readings: [first] }) => {
    const count = first ? (written.get(nameOfSeries(first))?.length ?? 0) : 0;
    return { ...report, written: count, unchanged: report.unchanged - count };
  });
}

/** Days after which runs with failures are removed from the history. */
const runDays = 1;

/** Removes former runs, of which there are a hundred a day, from the history: only the last one and failures of a day stay. */
async function pruneRuns(store: Queryable, run: number): Promise<void> {
  await store.query(
    sql`delete from ingest_run where source = ${readingsSource} and ingest_run_ndx <> ${run}::int
      and finished_at is not null
      and (status in ('succeeded', 'partial') or started_at < now() - make_interval(days => ${runDays}::int))`,
  );
}
