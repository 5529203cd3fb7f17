import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readSync } from 'node:fs';
import { zstdCompressSync } from 'node:zlib';
import { sql } from 'drizzle-orm/sql';
import { fileWriter, ParquetWriter } from 'hyparquet-writer';
import * as z from 'zod/mini';
import { parameterFields } from '#contract/record-fields.ts';
import { sourceOfValue } from '#domain/deliverer.ts';
import type { StoredSeries } from '#domain/series-columns.ts';
import { type DayNumber, formatDay } from '#lib/calendar.ts';
import type { Queryable } from '#server/db/queryable.ts';
import { allDays, readRecord } from '#server/db/records.ts';
import type { BulkFile } from '../contract.ts';

/** What a file turned out to hold. */
export type ParquetSummary = Pick<BulkFile, 'rows' | 'bytes' | 'sha256' | 'first_day' | 'last_day' | 'sites'>;

export type ParquetFile = {
  /** Adds values of a site; sites ascend by number, and the days of a site ascend. */
  add(site: Site, block: StoredSeries): void;
  /** Completes the file, on the disk too. The metadata, with the first and the last day, become part of it. */
  finish(metadata: Readonly<Record<string, string>>): ParquetSummary;
};

/** `site_number` is the agency's own id; `source` delivered the values of the parameter. */
export type Site = Pick<BulkSeries, 'site_number' | 'loc_ndx' | 'source'>;

/** About four records of 40 years, so that a reader of one site fetches few others with it. */
const rowsPerGroup = 60_000;

type SchemaElement = ConstructorParameters<typeof ParquetWriter>[0]['schema'][number];

const text = { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } } as const;
const date = { type: 'INT32', converted_type: 'DATE', logical_type: { type: 'DATE' } } as const;

const columns = [
  { name: 'site_number', ...text, repetition_type: 'REQUIRED' },
  { name: 'loc_ndx', type: 'INT32', repetition_type: 'REQUIRED' },
  { name: 'date', ...date, repetition_type: 'REQUIRED' },
  // Readers widen a float: 711.67 becomes 711.6699829101562.
  { name: 'value', type: 'DOUBLE', repetition_type: 'REQUIRED' },
  { name: 'approval', ...text, repetition_type: 'REQUIRED' },
  { name: 'qualifier', ...text, repetition_type: 'OPTIONAL' },
  { name: 'flag', ...text, repetition_type: 'OPTIONAL' },
  { name: 'source', ...text, repetition_type: 'OPTIONAL' },
] as const satisfies readonly SchemaElement[];

const compressors = { ZSTD: (bytes: Uint8Array): Uint8Array => zstdCompressSync(bytes) };

type Rows = ReturnType<typeof emptyRows>;

/** The columns of the row group that is being filled; its memory is used again for the next one. */
function emptyRows() {
  return {
    site_number: [] as string[],
    loc_ndx: new Int32Array(rowsPerGroup),
    date: new Int32Array(rowsPerGroup),
    value: new Float64Array(rowsPerGroup),
    approval: [] as string[],
    qualifier: [] as (string | null)[],
    flag: [] as (string | null)[],
    source: [] as (string | null)[],
  };
}

/** Creates a Parquet file, whose row groups are written one after the other. */
export function createParquetFile(file: string): ParquetFile {
  const writer = fileWriter(file);
  const parquet = new ParquetWriter({
    writer,
    schema: [{ name: 'root', num_children: columns.length }, ...columns],
    codec: 'ZSTD',
    compressors,
    createdBy: 'hyparquet-writer',
  });
  const rows = emptyRows();
  let filled = 0;
  let count = 0;
  let sites = 0;
  let lastSite: number | undefined;
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];

  const writeGroup = () => {
    if (filled === 0) return;
    const columnData = columns.map(({ name }) => ({
      name,
      data: firstOf(rows[name], filled),
      ...(name === 'date' && { encoding: 'DELTA_BINARY_PACKED' as const }),
    }));
    parquet.write({ columnData, rowGroupSize: filled });
    count += filled;
    filled = 0;
  };
  const addRow = (site: Site, row: ValueRow) => {
    rows.site_number[filled] = site.site_number;
    rows.loc_ndx[filled] = site.loc_ndx;
    rows.date[filled] = row.day;
    rows.value[filled] = row.value;
    rows.approval[filled] = row.approval;
    rows.qualifier[filled] = row.qualifier;
    rows.flag[filled] = row.flag;
    rows.source[filled] = sourceOfValue(site.source, row.qualifier);
    filled += 1;
    if (filled === rowsPerGroup) writeGroup();
  };

  return {
    add: (site, block) => {
      for (const row of rowsOf(block)) {
        first = Math.min(first, row.day);
        last = Math.max(last, row.day);
        addRow(site, row);
      }
      if (site.loc_ndx !== lastSite) sites += 1;
      lastSite = site.loc_ndx;
    },
    finish: (metadata) => {
      writeGroup();
      const days = { first_day: formatDay(first), last_day: formatDay(last) };
      parquet.kvMetadata = Object.entries({ ...metadata, ...days }).map(([key, value]) => ({ key, value }));
      parquet.finish();
      return { rows: count, sites, ...days, ...hashFile(file) };
    },
  };
}

function firstOf(column: Rows[keyof Rows], count: number) {
  return Array.isArray(column) ? column.slice(0, count) : column.subarray(0, count);
}

type ValueRow = {
  readonly day: DayNumber;
  readonly value: number;
  readonly approval: string;
  readonly qualifier: string | null;
  readonly flag: string | null;
};

function* rowsOf({ days, values, approval, qualifiers, flags }: StoredSeries): Generator<ValueRow> {
  for (const [at, day] of days.entries()) {
    const value = values[at] ?? Number.NaN;
    if (!Number.isFinite(value)) continue;
    yield {
      day,
      value,
      approval: approval[at] ?? '',
      qualifier: qualifiers.get(day) ?? null,
      flag: flags.get(day) ?? null,
    };
  }
}

const chunkBytes = 1024 * 1024;

/** Reads the file again, because the writer hashes nothing, and has the system write it to the disk. */
function hashFile(file: string): Pick<ParquetSummary, 'bytes' | 'sha256'> {
  const descriptor = openSync(file, 'r+');
  try {
    fsyncSync(descriptor);
    const hash = createHash('sha256');
    const chunk = Buffer.allocUnsafe(chunkBytes);
    let bytes = 0;
    for (let read = -1; read !== 0; bytes += read) {
      read = readSync(descriptor, chunk, 0, chunkBytes, bytes);
      hash.update(chunk.subarray(0, read));
    }
    return { bytes, sha256: hash.digest('hex') };
  } finally {
    closeSync(descriptor);
  }
}

/** Some 27 years, which the database reads in some 20 ms, so that nobody waits long for the embedded one. */
const valuesPerBlock = 10_000;

const Series = z.object({
  ...parameterFields,
  loc_ndx: z.int(),
  /** The agency's own id. */
  site_number: z.string(),
  provider: z.string(),
  source: z.nullable(z.string()),
  /** How many values the record has, from which the size of the files is estimated. */
  total_samples: z.int(),
});
export type BulkSeries = z.output<typeof Series>;

/** The records of these providers' sites that are shown, by parameter and then by site number. */
export async function readSeriesOf(
  from: Queryable,
  providers: readonly string[],
): Promise<readonly BulkSeries[]> {
  return from.query(
    sql`select m.parameter_ndx, m.parameter_name, m.units_name, l.loc_ndx, l.loc_id as site_number,
        d.data_provider_name as provider, lp.source, lp.total_samples
      from location_parameter lp
      join parameter m using (parameter_ndx)
      join location l using (loc_ndx)
      join data_provider d using (data_provider_ndx)
      where l.is_shown and d.data_provider_name in
        (select value from jsonb_array_elements_text(${JSON.stringify(providers)}::text::jsonb))
      order by m.parameter_name collate "C", m.parameter_ndx, l.loc_id collate "C"`,
    Series,
  );
}

/**
 * Reads a record block by block, so that its length takes no memory. Flagged values are included, except those that are no
 * number.
 */
export async function* readValueBlocks(
  from: Queryable,
  key: Pick<BulkSeries, 'loc_ndx' | 'parameter_ndx'>,
): AsyncGenerator<StoredSeries> {
  const options = { withFlagged: true, withQualifiers: true, limit: valuesPerBlock };
  let [next, end] = allDays;
  let block: StoredSeries;
  do {
    block = await readRecord(from, key, [[next, end]], options);
    if (block.days.length > 0) yield block;
    next = (block.days.at(-1) ?? end) + 1;
  } while (block.days.length === valuesPerBlock);
}
