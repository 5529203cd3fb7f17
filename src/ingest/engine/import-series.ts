import type { Basin } from '#contract/basin/basin.ts';
import { throwIfStopped } from '#domain/import-stopped.ts';
import { flagNote } from '#domain/qualifiers.ts';
import { wellParameters } from '#domain/vocabulary.ts';
import { todayInBasin } from '#lib/basin-clock.ts';
import { type DayNumber, dayNumber, earliestDay, formatDay } from '#lib/calendar.ts';
import type { Queryable, Store, StoreTransaction } from '#server/db/store.ts';
import { agencies } from '../agencies/index.ts';
import { completeLocation } from '../basin/locations.ts';
import { writeMapLayers } from '../basin/map-layers.ts';
import { writeLookupTables } from '../basin/write-lookup-tables.ts';
import { writeShapes } from '../basin/write-shapes.ts';
import { withdrawSharedFlags } from '../quality/flag-outliers.ts';
import { readSourceFile } from '../reading/read-source-file.ts';
import { addSeriesReport, type IngestReport, type SeriesReport } from '../report.ts';
import { SourceRefused, type SourceRequest, type SourceSeries, type SourceTools } from '../source.ts';
import { splitByDays } from './daily-values.ts';
import { storeRealValues } from './first-import.ts';
import { eachUntilStopped } from './until-stopped.ts';
import { type WriteSeriesOptions, writeSeries } from './write-series.ts';

/** What an import needs of a database. */
export type ImportStore = Queryable & Pick<Store, 'engine' | 'transaction'>;

export type Import = {
  readonly sourceName: string;
  /** Its id in `ingest_run`. */
  readonly run: number;
  readonly request: SourceRequest;
  readonly basin: Basin;
  readonly tools: SourceTools;
  readonly signal: AbortSignal | undefined;
  /** Called after a series was written or refused. */
  readonly onSeries?: (() => void) | undefined;
};

/** Reads the series of a source and writes each in a transaction of its own. Adds the results to the report. */
export async function importSeries(store: ImportStore, work: Import, report: IngestReport): Promise<void> {
  const { sourceName, run, request, basin, tools, onSeries = () => {} } = work;
  const places = await store.transaction(async (transaction) => {
    await writeMapLayers(transaction);
    const ids = await writeLookupTables(transaction, basin);
    await writeShapes(transaction, basin);
    return ids;
  });
  const options: WriteSeriesOptions = {
    source: sourceName,
    run,
    places,
    rivers: basin.rivers,
    replaceSource: request.replaceSource ?? false,
    acceptMagnitude: request.acceptMagnitude ?? false,
  };
  // The embedded database writes one series at a time anyway.
  const writes = createWriteQueue<WriteOutcome | undefined>(
    store.engine === 'postgresql' ? 2 : 1,
    (outcome) => {
      if (!outcome) return;
      if ('message' in outcome) report.failures.push(outcome);
      else {
        addSeriesReport(report, outcome);
        tools.onProgress(`${outcome.name}: ${outcome.written} written, ${outcome.unchanged} unchanged`);
      }
      onSeries();
    },
  );
  try {
    await readAll(work, report, (series) =>
      // A site's details are written after its series, which may add the location.
      series.kind === 'place'
        ? writes.add(series.site.id, async () => {
            await store.transaction((transaction) => completeLocation(transaction, series.site, series));
            return undefined;
          })
        : writes.add(series.target.site.id, () => writeOrRefuse(store, work, options, series)),
    );
  } finally {
    await writes.finish();
  }
  for (const series of report.series) await withdrawFlags(store, basin, series, report);
  const isNothing = report.rows_read + report.rows_removed === 0 && report.failures.length === 0;
  if (request.file !== undefined && isNothing) {
    report.failures.push({ name: request.file, message: describeNothingImported(report, request, basin) });
  }
}

/** A flood comes down the river, and the sites that show so may have been imported after this series. */
async function withdrawFlags(
  store: ImportStore,
  { rivers }: Basin,
  series: SeriesReport,
  report: IngestReport,
): Promise<void> {
  const outliers = series.flagged.find(({ reason }) => reason === flagNote('season'));
  if (!outliers || !rivers) return;
  const { loc_id: siteId, parameter_ndx: parameter } = series;
  const days = await withdrawSharedFlags(store, { siteId, parameter, rivers });
  if (days.length === 0) return;
  const withdrawn = Math.min(outliers.count, days.length);
  outliers.count -= withdrawn;
  report.rows_flagged -= withdrawn;
  if (outliers.count === 0) series.flagged = series.flagged.filter((each) => each !== outliers);
  series.notes = [
    ...series.notes,
    `The water up- or downstream changed as well, so that these days are not flagged: ${days.map(formatDay).join(', ')}.`,
  ];
}

/** Fetches the series of a source, or reads them from a file. @throws SourceRefused */
async function* readSeries({ sourceName, basin, request, tools }: Import): AsyncGenerator<SourceSeries> {
  const source = Object.entries(agencies).find(([name]) => name === sourceName)?.[1];
  if (!source) return;
  if (request.file === undefined) yield* source.fetch(request, tools, basin);
  else yield* source.parseFile(await readSourceFile(request.file), request, basin);
}

type ReadSeries = Extract<SourceSeries, { kind: 'read' }>;
type PlaceSeries = Extract<SourceSeries, { kind: 'place' }>;

async function readAll(
  work: Import,
  report: IngestReport,
  write: (series: ReadSeries | PlaceSeries) => Promise<void>,
): Promise<void> {
  const { tools, signal, onSeries = () => {} } = work;
  const written = new Set<string>();
  const today = dayNumber(todayInBasin(tools.now()));
  for await (const series of eachUntilStopped(readSeries(work), signal)) {
    throwIfStopped(signal);
    switch (series.kind) {
      case 'unknown':
        report.unknown_columns.push(series.name);
        break;
      case 'refused':
        report.failures.push({ name: series.name, message: series.message });
        onSeries();
        break;
      case 'incomplete':
        report.incomplete.push({ name: series.name, message: series.message });
        break;
      case 'place':
        await write(series);
        break;
      case 'read': {
        const checked = checkDays(series, today);
        if (checked.kind === 'refused') {
          report.failures.push({ name: checked.name, message: checked.message });
          break;
        }
        const record = `${series.target.site.id} ${series.target.parameter}`;
        if (written.has(record)) {
          // The two would overwrite each other in every import.
          report.failures.push({
            name: series.name,
            message: 'Another series was already stored as this record.',
          });
          onSeries();
          break;
        }
        written.add(record);
        await write(checked);
      }
    }
  }
}

/** What was written, or why the series was refused. */
type WriteOutcome = SeriesReport | IngestReport['failures'][number];

async function writeOrRefuse(
  store: ImportStore,
  work: Import,
  options: WriteSeriesOptions,
  series: ReadSeries,
): Promise<WriteOutcome> {
  const write = (transaction: StoreTransaction) => writeSeries(transaction, options, series);
  try {
    // Without values, there are at most stored ones to withdraw.
    if (series.readings.days.length === 0) return await store.transaction(write);
    return await storeRealValues(store, work, write);
  } catch (error) {
    if (!(error instanceof SourceRefused)) throw error;
    return { name: series.name, message: error.message };
  }
}

type RefusedSeries = Extract<SourceSeries, { kind: 'refused' }>;

const firstPossibleDay = dayNumber(earliestDay);

/** Fewer values than this are too few to tell. */
const minMonths = 3;
/** Values of successive months are at least, and usually at most, this many days apart. */
const monthDays = { min: 27, max: 32 };

/**
 * Checks the days of a series from any source. Rejects days after `today`, the basin's, and those before any record, such
 * as `0001-01-01`; and refuses a series with one value a month, whatever its day: it holds sums, means or normals of months.
 */
export function checkDays(series: ReadSeries, today: DayNumber): ReadSeries | RefusedSeries {
  const { name, target, readings } = series;
  const { within, outside } = splitByDays(readings, firstPossibleDay, today);
  // Wells are read by hand about once a month.
  if (!wellParameters.has(target.parameter) && isMonthly(within.days)) {
    const message = 'There is one value a month, not one a day. Ask the agency for daily values.';
    return { kind: 'refused', name, message };
  }
  const rejections = outside.map((at) => {
    const day = readings.days[at] ?? 0;
    const reason = day > today ? `is after today, ${formatDay(today)}` : `is before ${earliestDay}`;
    return { day, value: `${readings.values[at]} (line ${readings.lines[at]})`, reason };
  });
  const [first] = rejections;
  const missing = series.missing.filter((day) => day >= firstPossibleDay && day <= today);
  if (!first) return { ...series, missing };
  if (within.days.length === 0) {
    const message = `No value can be stored: ${formatDay(first.day)}: ${first.value} ${first.reason}.`;
    return { kind: 'refused', name, message };
  }
  return { ...series, readings: within, missing, rejections: [...series.rejections, ...rejections] };
}

/** Whether no two days, ascending, are of one month, and most of them are of successive months. */
function isMonthly(days: readonly DayNumber[]): boolean {
  if (days.length < minMonths) return false;
  let successive = 0;
  for (const [at, day] of days.entries()) {
    if (at === 0) continue;
    const apart = day - (days[at - 1] ?? day);
    if (apart < monthDays.min) return false;
    if (apart <= monthDays.max) successive += 1;
  }
  return successive * 2 >= days.length - 1;
}

const exampleCount = 3;

/** Explains that a file had nothing for the portal, and which names would have worked. */
function describeNothingImported(
  { source, sites, series, unknown_columns }: IngestReport,
  { since }: SourceRequest,
  basin: Basin,
): string {
  const days = since === undefined ? '' : ` since ${since}`;
  const empty = series.map(({ name }) => name).join(', ');
  if (series.length > 0) return `Nothing was imported: the file has no value${days} of ${empty}.`;
  const keys = basin.sites
    .flatMap(({ series }) => Object.values(series))
    .flatMap((names) => Object.entries(names).flatMap(([name, key]) => (name === source ? [key] : [])));
  // The others are the request's.
  const found = unknown_columns.filter((name) => !sites?.includes(name));
  const list = (names: readonly string[]) => [...new Set(names)].slice(0, exampleCount).join(', ');
  return [
    'Nothing was imported.',
    found.length > 0 && `It has ${list(found)}, which the basin file does not list.`,
    keys.length > 0 && `The basin file lists, for example, ${list(keys)}.`,
  ]
    .filter(Boolean)
    .join(' ');
}

type Running<T> = { readonly site: string; readonly result: Promise<T> };

type WriteQueue<T> = {
  /** Starts a write as soon as no other write of its site runs. @throws what an earlier write threw */
  add(site: string, write: () => Promise<T>): Promise<void>;
  /** Waits for all writes. @throws what a write threw */
  finish(): Promise<void>;
};

/**
 * Runs up to `limit` writes at the same time, so that a database server works while the next series is prepared. Passes
 * on the results in the order in which the writes were added. With a limit of 1, `add` waits for the write itself.
 */
export function createWriteQueue<T>(limit: number, onResult: (result: T) => void): WriteQueue<T> {
  const running: Running<T>[] = [];
  const settleFirst = async () => {
    const first = running.shift();
    if (first) onResult(await first.result);
  };
  return {
    async add(site, write) {
      while (running.some((each) => each.site === site)) await settleFirst();
      const result = write();
      // A failure is thrown by the call that waits for it.
      result.catch(() => {});
      running.push({ site, result });
      while (running.length >= limit) await settleFirst();
    },
    async finish() {
      try {
        while (running.length > 0) await settleFirst();
      } finally {
        await Promise.allSettled(running.map(({ result }) => result));
      }
    },
  };
}
