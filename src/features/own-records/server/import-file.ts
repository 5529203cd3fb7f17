import { throwIfStopped } from '#domain/import-stopped.ts';
import { writeLookupTables } from '#ingest/basin/write-lookup-tables.ts';
import type { Import, ImportStore } from '#ingest/engine/import-series.ts';
import { addSeriesReport, type IngestReport } from '#ingest/report.ts';
import { SourceRefused, type SourceText } from '#ingest/source.ts';
import { formatDay } from '#lib/calendar.ts';
import type { Mapping } from '../rules/mapping.ts';
import { isAnswered } from '../rules/questions.ts';
import { createRowCollector } from './collect-rows.ts';
import type { FeedSpan } from './feeds/feed-stamps.ts';
import { findQuestions } from './open-mapping.ts';
import { readOwnPlaces } from './own-sites.ts';
import { type RowRefusal, type RowVisitor, readRows } from './read-rows.ts';
import type { DayWriter } from './recompute.ts';
import { recomputeTouched, type Storing, storeCollected } from './store-collected.ts';
import type { Origin } from './store-readings.ts';

/** Rows in memory at a time. */
const maxRows = 500_000;
const shownRefusals = 20;

export type FileWork = {
  readonly mapping: Mapping;
  readonly name: string;
  readonly origin: Pick<Origin, 'way' | 'by'>;
  readonly mayWrite: (location: number) => boolean;
};

const noVisitor: RowVisitor = { row: () => {}, refuse: () => {}, missing: () => {} };

/** A text in its chunks, until the import is stopped. */
const toStream = (file: SourceText, signal: AbortSignal | undefined): SourceText => ({
  ...file,
  isInMemory: false,
  async *chunks() {
    for await (const chunk of file.chunks()) {
      throwIfStopped(signal);
      yield chunk;
    }
  },
});

/** Imports a file of own records. @returns its records @throws SourceRefused with the questions that are open */
export async function importFile(
  store: ImportStore,
  work: Import,
  report: IngestReport,
  { file, mapping, name, origin, mayWrite }: FileWork & { file: SourceText },
): Promise<readonly FeedSpan[]> {
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
  const storing: Storing = {
    ...{ store, work, writer, origin, mapping, refuse, report },
    reports: new Map(),
    spans: new Map(),
    touched: new Map(),
    failed: new Set(),
  };
  const since = request.since;
  const flush = async () => {
    throwIfStopped(signal);
    for (const collected of collector.take()) await storeCollected(storing, collected);
  };
  const context = { places, mayWrite, minersInches: basin.miners_inches_per_cfs, now: tools.now() };
  let isChecked = false;
  const chunks = async function* () {
    for await (const chunk of file.chunks()) {
      if (collector.size() >= maxRows) {
        // Of a file that breaks off nothing is stored; one that is in memory as a whole needs no look before.
        if (!isChecked) await readRows(toStream(file, signal), mapping, context, noVisitor);
        isChecked = true;
        // Rows of the chunks before are in memory by now.
        await flush();
      }
      throwIfStopped(signal);
      yield chunk;
    }
  };
  const isRecent = (day: string) => since === undefined || day >= since;
  try {
    await readRows({ ...file, isInMemory: false, chunks }, mapping, context, {
      ...{ ...noVisitor, refuse },
      row: (row) => {
        const day =
          row.day === undefined ? new Date(row.at ?? 0).toISOString().slice(0, 10) : formatDay(row.day);
        if (isRecent(day)) collector.add(row);
      },
    });
    await flush();
  } finally {
    // Days that an import which was stopped leaves are noted, and are computed with those that have ended.
    if (!signal?.aborted) await recomputeTouched(storing);
    for (const series of storing.reports.values()) addSeriesReport(report, series);
  }
  throwIfStopped(signal);
  report.rows_rejected += refusedCount;
  const list = refused.map(({ line, text, reason }) => ({
    name,
    message: `Line ${line}: ${reason} (${text})`,
  }));
  const more = refusedCount - list.length;
  if (more > 0) list.push({ name, message: `${more} more lines were refused.` });
  if (storing.reports.size === 0 && refusedCount > 0) report.failures.push(...list);
  else report.incomplete.push(...list);
  return [...storing.spans].map(([record, span]) => ({ ...span, isRefused: storing.failed.has(record) }));
}
