import { throwIfStopped } from '#domain/import-stopped.ts';
import { writeLookupTables } from '#ingest/basin/write-lookup-tables.ts';
import { storeRealValues } from '#ingest/engine/first-import.ts';
import type { Import, ImportStore } from '#ingest/engine/import-series.ts';
import { addSeriesReport, emptySeriesReport, type IngestReport, type SeriesReport } from '#ingest/report.ts';
import { SourceRefused, type SourceText } from '#ingest/source.ts';
import { formatDay } from '#lib/calendar.ts';
import type { StoreTransaction } from '#server/db/store.ts';
import { HttpProblem } from '#server/http/problems.ts';
import { stage } from '../contract.ts';
import type { Mapping } from '../rules/mapping.ts';
import { isAnswered } from '../rules/questions.ts';
import { type Collected, createRowCollector, sortDays, sortReadings } from './collect-rows.ts';
import { daysOfReadings, inWindows } from './days-to-compute.ts';
import { findQuestions } from './open-mapping.ts';
import { type OwnPlace, readOwnPlaces } from './own-sites.ts';
import { readRatingTables } from './rating-tables.ts';
import { conversionOf, type RowRefusal, readRows } from './read-rows.ts';
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

/** Rows in memory at a time. */
const maxRows = 500_000;
/** Readings in one transaction: others wait for it. */
const transactionRows = 20_000;
const shownRefusals = 20;

export type FileWork = {
  readonly mapping: Mapping;
  readonly name: string;
  readonly origin: Pick<Origin, 'way' | 'by'>;
  readonly mayWrite: (location: number) => boolean;
};

/** The days that an import has touched, by record. */
type Touched = Map<string, { place: OwnPlace; parameter: number; first: number; last: number }>;

/** Imports a file of own records. @throws SourceRefused with the questions that are open */
export async function importFile(
  store: ImportStore,
  work: Import,
  report: IngestReport,
  { file, mapping, name, origin, mayWrite }: FileWork & { file: SourceText },
): Promise<void> {
  const { basin, run, tools, request, signal } = work;
  const { questions } = await findQuestions(file, mapping, basin);
  if (!isAnswered(mapping, questions))
    throw new SourceRefused(questions.map(({ field, question }) => `${field}: ${question}`).join(' '));
  const places = await readOwnPlaces(store, basin);
  const ids = await store.transaction((tx) => writeLookupTables(tx, basin));
  const writer: DayWriter = {
    ...{ basin, run, places: ids, now: tools.now(), acceptMagnitude: request.acceptMagnitude ?? false },
    replaceSource: request.replaceSource,
  };
  const refused: RowRefusal[] = [];
  let refusedCount = 0;
  const refuse = (refusal: RowRefusal) => {
    refusedCount += 1;
    if (refused.length < shownRefusals) refused.push(refusal);
  };
  const collector = createRowCollector();
  const reports = new Map<string, SeriesReport>();
  const touched: Touched = new Map();
  const since = request.since;
  const flush = async () => {
    throwIfStopped(signal);
    for (const collected of collector.take())
      await storeCollected(
        { store, work, writer, origin, mapping, refuse, reports, touched, report },
        collected,
      );
  };
  const context = { places, mayWrite, minersInches: basin.miners_inches_per_cfs, now: tools.now() };
  const chunks = async function* () {
    for await (const chunk of file.chunks()) {
      // Rows of the chunks before are in memory by now.
      if (collector.size() >= maxRows) await flush();
      throwIfStopped(signal);
      yield chunk;
    }
  };
  const isRecent = (day: string) => since === undefined || day >= since;
  await readRows({ ...file, isInMemory: false, chunks }, mapping, context, {
    refuse,
    missing: () => {},
    row: (row) => {
      const day =
        row.day === undefined ? new Date(row.at ?? 0).toISOString().slice(0, 10) : formatDay(row.day);
      if (isRecent(day)) collector.add(row);
    },
  });
  await flush();
  await recomputeTouched(store, work, writer, touched);
  for (const series of reports.values()) addSeriesReport(report, series);
  report.rows_rejected += refusedCount;
  const list = refused.map(({ line, text, reason }) => ({
    name,
    message: `Line ${line}: ${reason} (${text})`,
  }));
  const more = refusedCount - list.length;
  if (more > 0) list.push({ name, message: `${more} more lines were refused.` });
  if (reports.size === 0 && refusedCount > 0) report.failures.push(...list);
  else report.incomplete.push(...list);
}

type Storing = {
  readonly store: ImportStore;
  readonly work: Import;
  readonly writer: DayWriter;
  readonly origin: Pick<Origin, 'way' | 'by'>;
  readonly mapping: Mapping;
  readonly refuse: (refusal: RowRefusal) => void;
  readonly reports: Map<string, SeriesReport>;
  readonly touched: Touched;
  readonly report: IngestReport;
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

async function storeCollected(storing: Storing, collected: Collected): Promise<void> {
  const { store, work, writer, mapping, refuse, reports } = storing;
  const { place, parameter } = collected;
  const key = { loc_ndx: place.loc_ndx, parameter_ndx: parameter.parameter_ndx };
  const name = `${place.loc_id} ${parameter.parameter_name}`;
  const terms = termsOf(mapping, parameter.units_name, work.basin.miners_inches_per_cfs);
  // A record that was refused is not tried again with its later rows.
  if (storing.report.failures.some((failure) => failure.name === name)) return;
  try {
    if (terms.kind === 'day') {
      const { readings, refused } = sortDays(collected);
      refused.forEach(refuse);
      const report = await storeRealValues(store, work, async (tx) => {
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
    if (!(error instanceof HttpProblem || error instanceof SourceRefused)) throw error;
    storing.report.failures.push({ name, message: error.message });
  }
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
    const outcomes = await storeRealValues(store, work, async (tx) => {
      await lockSite(tx, place.loc_ndx);
      await claimTerms(tx, key, terms);
      id ??= await addOrigin(tx, { ...origin, ...entered });
      const stored = await storeReadings(tx, key, some, { origin: id });
      // Values in another unit are refused by their first days, and then nothing is stored.
      if (!touched.has(name))
        await recomputeFirst(tx, writer, { place, parameter: key.parameter_ndx, ...some });
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
    const [first = 0, last = 0] = [times[from], times[to - 1]];
    const known = touched.get(name);
    touched.set(name, {
      ...{ place, parameter: parameter.parameter_ndx },
      first: Math.min(first, known?.first ?? first),
      last: Math.max(last, known?.last ?? last),
    });
  }
}

async function recomputeFirst(
  tx: StoreTransaction,
  writer: DayWriter,
  { place, parameter, times }: { place: OwnPlace; parameter: number; times: readonly number[] },
): Promise<void> {
  const [first = 0, last = 0] = [times[0], times.at(-1)];
  const tables = parameter === stage.parameter_ndx ? await readRatingTables(tx, place.loc_ndx) : [];
  for (const each of parametersToRecompute(parameter, tables)) {
    const key = { loc_ndx: place.loc_ndx, parameter_ndx: each };
    const [days] = inWindows(await daysOfReadings(tx, key, place, [first, last]));
    if (days) await recomputeDays(tx, writer, { place, parameter: each, days });
  }
}

/**
 * Computes the days of all readings that came, whether they were new or not: a process that ended before this has left them.
 */
async function recomputeTouched(
  store: ImportStore,
  work: Import,
  writer: DayWriter,
  touched: Touched,
): Promise<void> {
  for (const { place, parameter, first, last } of touched.values()) {
    const tables = parameter === stage.parameter_ndx ? await readRatingTables(store, place.loc_ndx) : [];
    for (const each of parametersToRecompute(parameter, tables)) {
      const key = { loc_ndx: place.loc_ndx, parameter_ndx: each };
      for (const days of inWindows(await daysOfReadings(store, key, place, [first, last]))) {
        throwIfStopped(work.signal);
        await store.transaction((tx) => recomputeDays(tx, writer, { place, parameter: each, days }));
      }
    }
  }
}
