import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import type { Basin } from '#contract/basin/basin.ts';
import { readSourceFile } from '#ingest/reading/read-source-file.ts';
import { SourceRefused, type SourceText } from '#ingest/source.ts';
import { dayNumber, formatDay } from '#lib/calendar.ts';
import { readRecord } from '#server/db/records.ts';
import type { Queryable, Store } from '#server/db/store.ts';
import { writeUpload } from '#server/files/store-file.ts';
import { HttpProblem } from '#server/http/problems.ts';
import { type FilePreview, maxOwnFileBytes, type OwnFile } from '../contract.ts';
import type { Mapping } from '../rules/mapping.ts';
import { isAnswered, type MappingQuestion, questionOfRefusal } from '../rules/questions.ts';
import { type Collected, createRowCollector, sortDays, sortReadings } from './collect-rows.ts';
import { findQuestions, suggestMapping } from './open-mapping.ts';
import { readOwnPlaces } from './own-sites.ts';
import { type Row, type RowRefusal, readRows } from './read-rows.ts';
import { termsOf } from './store-collected.ts';
import { describeOtherTerms, readTerms, storeReadings } from './store-readings.ts';

/** What the import of an uploaded file is called, before the id of the file. */
export const fileSource = 'own-file ';

const msPerDay = 86_400_000;
const shownLines = 12;
const shownRows = 20;
const shownRefusals = 200;
/** Reading more would take longer than a person waits for an answer. */
const previewBytes = 20_000_000;

/** Receives a file into the data folder. @throws HttpProblem 400, 413 */
export async function receiveFile(
  store: Queryable,
  folder: string,
  { body, name, by }: { body: Readable; name: string; by: string },
): Promise<OwnFile> {
  await mkdir(folder, { recursive: true });
  const id = randomUUID();
  const file = path.join(folder, id);
  try {
    const limit = { bytes: maxOwnFileBytes, text: `${maxOwnFileBytes / 1e6} MB` };
    const { size } = await writeUpload(body, file, limit);
    const text = await readSourceFile(file);
    const suggested = suggestMapping(text);
    const { columns } = await findQuestions(text, suggested, noBasin);
    await store.query(
      sql`insert into own_file (id, name, size, made_by, path)
        values (${id}::uuid, ${name.slice(0, 200)}, ${String(size)}::text::bigint, ${by}, ${file})`,
    );
    const head = text.head.split('\n').slice(0, shownLines);
    return { id, name, size, head, format: suggested.format ?? 'csv', columns: [...columns], suggested };
  } catch (error) {
    await rm(file, { force: true });
    throw error instanceof SourceRefused ? new HttpProblem(400, error.message) : error;
  }
}

/** Before its mapping is known, nothing of the basin matters. */
const noBasin: Pick<Basin, 'parameters' | 'miners_inches_per_cfs'> = {};

const FileRow = z.object({ id: z.string(), name: z.string(), path: z.string(), run: z.nullable(z.int()) });

/** @throws HttpProblem 404 for a file of somebody else, or of yesterday */
export async function findFile(from: Queryable, id: string, by: string): Promise<z.output<typeof FileRow>> {
  const [file] = await from.query(
    sql`select id::text as id, name, path, run from own_file where id = ${id}::uuid and made_by = ${by}`,
    FileRow,
  );
  if (!file) throw new HttpProblem(404, 'The file is not there any more. Upload it again.');
  return file;
}

/**
 * Removes the files of the day before, and those of a person but one: each has one that waits. Files of that age without a row,
 * of uploads that were broken off, are removed, too.
 * @param running what is being imported, as its import is called
 */
export async function removeOldFiles(
  store: Queryable,
  folder: string,
  { by, latest, running }: { by: string; latest: string; running: string | undefined },
): Promise<void> {
  const old = await store.query(
    sql`delete from own_file where (made_at < now() - interval '1 day' or (made_by = ${by} and id::text <> ${latest}))
      and ${fileSource} || id::text is distinct from ${running ?? null} returning path`,
    z.object({ path: z.string() }),
  );
  const known = await store.query(sql`select path from own_file`, z.object({ path: z.string() }));
  const paths = new Set(known.map((file) => file.path));
  const before = Date.now() - msPerDay;
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name);
    // Another request may just have removed it.
    const found = paths.has(file) ? undefined : await stat(file).catch(() => undefined);
    if (found && found.mtimeMs < before) old.push({ path: file });
  }
  await Promise.all(old.map((file) => rm(file.path, { force: true })));
}

type Preview = {
  readonly store: Store;
  readonly basin: Basin;
  readonly mapping: Mapping;
  readonly mayWrite: (location: number) => boolean;
  readonly now: Date;
};

/** Reads a file as its import would, and stores nothing. @throws HttpProblem 400 for one that cannot be read */
export async function previewFile(file: string, preview: Preview): Promise<FilePreview> {
  const { store, basin, mapping, mayWrite, now } = preview;
  try {
    const text = await readSourceFile(file);
    const { questions, columns } = await findQuestions(text, mapping, basin);
    const found: Omit<FilePreview, 'changes' | 'read_bytes'> = {
      ...{
        questions: questions.map(toAsked),
        columns: [...columns],
        rows: [],
        refused: [],
        refused_count: 0,
        missing: 0,
      },
    };
    if (!isAnswered(mapping, questions)) return { ...found, changes: [], read_bytes: null };
    const places = await readOwnPlaces(store, basin);
    const collector = createRowCollector();
    const refuse = (refusal: RowRefusal) => {
      found.refused_count += 1;
      const question = questionOfRefusal(refusal.reason);
      if (question && !found.questions.some(({ field }) => field === question.field))
        found.questions.push(toAsked(question));
      if (found.refused.length < shownRefusals) found.refused.push(refusal);
    };
    const beginning = limitText(text, previewBytes);
    const reading = readRows(
      beginning.text,
      mapping,
      { places, mayWrite, minersInches: basin.miners_inches_per_cfs, now },
      {
        refuse,
        row: (row) => {
          if (found.rows.length < shownRows) found.rows.push(toShownRow(row));
          collector.add(row);
        },
        missing: () => {
          found.missing += 1;
        },
      },
    );
    await reading.catch((error: unknown) => {
      // What is cut breaks off: JSON always does.
      if (!(error instanceof SourceRefused && beginning.isCut())) throw error;
    });
    const changes: FilePreview['changes'] = [];
    for (const collected of collector.take())
      changes.push(await findChange({ store, basin, mapping }, collected, refuse));
    found.refused.sort((one, other) => one.line - other.line);
    return { ...found, changes, read_bytes: beginning.isCut() ? previewBytes : null };
  } catch (error) {
    throw error instanceof SourceRefused ? new HttpProblem(400, error.message) : error;
  }
}

const toAsked = ({ field, question, choices }: MappingQuestion) => ({
  ...{ field, question, choices: [...choices] },
});

/** The beginning of a text, whole lines of it. Other requests get their turn after each piece. */
function limitText(
  text: SourceText,
  limit: number,
): { readonly text: SourceText; readonly isCut: () => boolean } {
  let size = 0;
  let isCut = false;
  const chunks = async function* () {
    for await (const chunk of text.chunks()) {
      // Of the chunk that reaches the limit, whole lines; what follows is not read.
      if (isCut) return;
      size += Buffer.byteLength(chunk);
      isCut = size > limit;
      await setImmediate();
      yield isCut ? chunk.slice(0, chunk.lastIndexOf('\n') + 1) : chunk;
    }
  };
  return { text: { ...text, isInMemory: false, chunks }, isCut: () => isCut };
}

function toShownRow({ line, place, parameter, at, day, value, text }: Row): FilePreview['rows'][number] {
  return {
    ...{ line, loc_name: place.loc_name, value, unit: parameter.units_name, text: text.slice(0, 120) },
    at: at === undefined ? formatDay(day ?? 0) : new Date(at).toISOString(),
  };
}

/** Compares the rows of a record with what is stored. */
async function findChange(
  { store, basin, mapping }: Pick<Preview, 'store' | 'basin' | 'mapping'>,
  collected: Collected,
  refuse: (refusal: RowRefusal) => void,
): Promise<FilePreview['changes'][number]> {
  const { place, parameter } = collected;
  const { loc_ndx, loc_id, loc_name } = place;
  const { parameter_ndx, parameter_name, units_name } = parameter;
  const key = { loc_ndx, parameter_ndx };
  const terms = termsOf(mapping, units_name, basin.miners_inches_per_cfs);
  const refusal = describeOtherTerms(await readTerms(store, key), terms);
  const sorted = terms.kind === 'day' ? sortDays(collected) : sortReadings(collected);
  sorted.refused.forEach(refuse);
  const { readings } = sorted;
  const outcomes =
    'days' in readings
      ? await compareDays(store, key, readings)
      : await storeReadings(store, key, readings, { origin: 0, isDry: true });
  const count = (outcome: string) => outcomes.filter((each) => each === outcome).length;
  const names =
    'days' in readings
      ? readings.days.map(formatDay)
      : readings.times.map((at) => new Date(at).toISOString());
  return {
    ...{ loc_ndx, loc_id, loc_name, parameter_ndx, parameter_name, units_name },
    first: names[0] ?? '',
    last: names.at(-1) ?? '',
    rows: outcomes.length,
    ...{ new: count('stored'), same: count('same'), revised: count('revised') },
    notes: refusal === undefined ? [] : [refusal],
  };
}

async function compareDays(
  from: Queryable,
  key: { loc_ndx: number; parameter_ndx: number },
  { days, values }: { days: readonly number[]; values: readonly number[] },
): Promise<string[]> {
  const range = [days[0] ?? 0, days.at(-1) ?? dayNumber('1970-01-01')] as const;
  const stored = await readRecord(from, key, [range], { withFlagged: true });
  const known = new Map(stored.days.map((day, at) => [day, stored.values[at]]));
  return days.map((day, at) => {
    const value = known.get(day);
    if (value === undefined) return 'stored';
    return Math.fround(value) === Math.fround(values[at] ?? 0) ? 'same' : 'revised';
  });
}
