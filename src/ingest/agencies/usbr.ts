import { firstOwnId, type ParameterNdx, parameterNdx, parameters } from '#domain/vocabulary.ts';
import { type DayNumber, formatDay } from '#lib/calendar.ts';
import {
  type Agency,
  createSource,
  type FetchContext,
  type FileContext,
  mergeSeries,
  spansOfYears,
} from '../agency.ts';
import type { SourceTargets } from '../basin/targets.ts';
import type { SeriesCollector, SeriesColumn } from '../engine/collect-series.ts';
import { type DailyColumn, parseDailyTable } from '../engine/daily-table.ts';
import { type CsvRow, readCsvChunks, splitUnit } from '../reading/parse-csv.ts';
import { readBasinClock } from '../reading/parse-day.ts';
import { readNumber } from '../reading/parse-number.ts';
import { toPlainText } from '../reading/parse-response.ts';
import { toResponseParser, toSourceText } from '../reading/read-source-file.ts';
import { checkUnit, normalizeUnit, type UnitConversion } from '../reading/units.ts';
import {
  type SentReading,
  type SentReadings,
  SourceRefused,
  type SourceSeries,
  type SourceText,
  type Target,
} from '../source.ts';

const defaultAddress = 'https://www.usbr.gov/pn-bin/daily.pl';
/** The service is slow, so a request asks for few series and a limited span of years. */
const seriesPerRequest = 10;
const yearsPerRequest = 20;

/**
 * Reclamation's daily values of HydroMet and AgriMet in the Columbia-Pacific Northwest region. Keys are columns
 * `<site>_<pcode>`. Pcodes are qd (discharge of a stream), qj (discharge of a canal), qt (total of several), qu (unregulated discharge), af
 * (active storage), gain (reach gain), pp (precipitation) and mm (mean air temperature).
 */
const hydromet: Agency = {
  title: 'USBR HydroMet',
  source: 'usbr',
  batchSize: seriesPerRequest,
  pauseMs: 1000,
  // `heii` selects every column of the site, `heii_qd` only one.
  keysForName: (name, keys) => {
    const wanted = name.trim().toLowerCase();
    return keys.filter((key) =>
      wanted.includes('_') ? key.toLowerCase() === wanted : key.toLowerCase().startsWith(`${wanted}_`),
    );
  },
  parseFile: (file, { targets, ...context }) => parseUsbrTable(file, createTargetLookup(targets), context),
  open: (context) => ({ read: (keys) => fetchSeries(keys, context) }),
  latest: { batchSize: seriesPerRequest, read: fetchReadings },
};

export const usbr = createSource(hydromet);

/** A column counts for its twin only where the table does not have the twin itself. */
function createTargetLookup({ all }: SourceTargets): ColumnTarget {
  const byColumn = new Map(all.map(({ key, target }) => [key.toLowerCase(), target]));
  return (column, columns) => {
    const [site = '', pcode = ''] = column.split('_');
    const twin = `${site}_${twinPcodes[pcode] ?? pcode}`;
    return byColumn.get(column) ?? (columns.includes(twin) ? undefined : byColumn.get(twin));
  };
}

async function fetchSeries(keys: readonly string[], context: FetchContext) {
  const columns = keys.map((key) => key.toLowerCase());
  const targetOf = createTargetLookup(context.targets);
  const parse = toResponseParser((file) =>
    parseUsbrTable(file, targetOf, { since: context.first, midnight: 'start' }),
  );
  const read = async (text: string) => requireColumns(await parse(text), columns);
  const chunks: SourceSeries[] = [];
  for (const span of spansOfYears(context, yearsPerRequest)) {
    chunks.push(...(await context.fetchWithRetry(buildUrl(columns, span, context), read)));
  }
  return mergeSeries(chunks);
}

/** @throws SourceRefused if the response lacks a column */
function requireColumns(series: readonly SourceSeries[], columns: readonly string[]) {
  const missingColumns = columns.filter((column) => !series.some(({ name }) => name === column));
  if (missingColumns.length > 0)
    throw new SourceRefused(`The response lacks these columns: ${missingColumns.join(', ')}.`);
  return series;
}

function buildUrl(
  columns: readonly string[],
  { first, last }: Pick<FetchContext, 'first' | 'last'>,
  { tools: { environment } }: FetchContext,
): string {
  const url = new URL(environment.USBR_URL || defaultAddress);
  url.search = new URLSearchParams({
    list: columns.map((column) => column.replace('_', ' ')).join(', '),
    start: formatDay(first),
    end: formatDay(last),
    format: 'csv',
    flags: 'true',
  }).toString();
  return url.href;
}

/** The codes of the instruments whose readings a daily value is made of. Computed ones, such as a gain, have none. */
const instantPcodes: Readonly<Record<string, string>> = { qd: 'q', qj: 'qc', af: 'af', mm: 'ob', se: 'se' };
const hoursAsked = 6;

/**
 * Fetches the readings of the last hours from `instant.pl`, which stands beside `daily.pl`. Its times are those of the
 * clocks in the basin; were they without daylight saving time, they would seem an hour older and never newer than they are.
 */
async function fetchReadings(keys: readonly string[], context: FetchContext): Promise<SentReadings[]> {
  const { targets, fetchWithRetry, tools } = context;
  const wanted = targets.all.flatMap(({ key, target }) => {
    const [site = '', pcode = ''] = key.toLowerCase().split('_');
    const instant = instantPcodes[pcode];
    return instant !== undefined && keys.includes(key) ? [{ name: `${site}_${instant}`, target }] : [];
  });
  if (wanted.length === 0) return [];
  const url = new URL('instant.pl', tools.environment.USBR_URL || defaultAddress);
  const list = wanted.map(({ name }) => name.replace('_', ' ')).join(', ');
  url.search = new URLSearchParams({
    list,
    back: String(hoursAsked),
    format: 'csv',
    flags: 'true',
  }).toString();
  const columns = await fetchWithRetry(url.href, parseInstantTable);
  const missing = wanted.filter(({ name }) => !columns.has(name)).map(({ name }) => name);
  if (missing.length > 0) throw new SourceRefused(`The response lacks these columns: ${missing.join(', ')}.`);
  const names = new Set(wanted.map(({ name }) => name));
  return [
    ...[...columns.keys()]
      .filter((name) => !names.has(name))
      .map((name): SentReadings => ({ kind: 'unknown', name })),
    ...wanted.map(({ name, target }): SentReadings => {
      // The table names no units: they belong to the codes.
      return { kind: 'readings', name, target, unit: undefined, readings: columns.get(name) ?? [] };
    }),
  ];
}

/** Parses `instant.pl?format=csv` to the readings of its columns. @throws SourceRefused */
async function parseInstantTable(text: string): Promise<ReadonlyMap<string, readonly SentReading[]>> {
  const file = toSourceText(text);
  refuseErrorPage(file.head);
  const columns: { readonly name: string; readonly readings: SentReading[] }[] = [];
  await readCsvChunks(file.chunks(), ({ record: [first = '', ...cells], line, isCut }) => {
    if (columns.length === 0) {
      if (!/^date\s*time$/i.test(first.trim())) throw new SourceRefused(noInstantHeader);
      for (const cell of cells) columns.push({ name: splitColumn(cell).name, readings: [] });
      return;
    }
    if (isCut) return;
    if (cells.length !== columns.length) {
      throw new SourceRefused(`Line ${line}: ${cells.length} values instead of ${columns.length}.`);
    }
    const time = readBasinClock(first);
    for (const [at, { readings }] of columns.entries()) {
      const cell = cells[at] ?? '';
      const read = parseUsbrCell(cell);
      readings.push({
        time,
        value: read.kind === 'value' ? read.value : read.kind === 'missing' ? null : cell.trim(),
        approval: 'P',
        isSuspect: read.kind === 'value' && read.isSuspect,
      });
    }
  });
  if (columns.length === 0) throw new SourceRefused(noInstantHeader);
  return new Map(columns.map(({ name, readings }) => [name, readings]));
}

const noInstantHeader = 'Line 1: there is no header that begins with DateTime.';

/** qd is the daily discharge of a stream, qj that of a canal. A site has one of them, and either name finds it. */
const twinPcodes: Readonly<Record<string, string>> = { qd: 'qj', qj: 'qd' };

const dischargePcodes = ['qd', 'qj', 'qt', 'qu', 'id'];

/**
 * The daily pcodes that hold a parameter. Others of the same unit are something else: pc is precipitation since
 * October, mx the highest temperature of a day.
 */
export const pcodesByParameter: Readonly<Partial<Record<ParameterNdx, readonly string[]>>> = {
  [parameterNdx.streamflow]: dischargePcodes,
  [parameterNdx.diversion]: dischargePcodes,
  [parameterNdx.returnFlow]: dischargePcodes,
  [parameterNdx.recharge]: dischargePcodes,
  [parameterNdx.storage]: ['af'],
  [parameterNdx.reachGain]: ['gain'],
  [parameterNdx.precipitation]: ['pp', 'px'],
  [parameterNdx.airTemperature]: ['mm'],
  [parameterNdx.swe]: ['se', 'sp'],
};

/** The portal's qualifiers for flags of good values: edited, computed, estimated. Other flags mark suspect values. */
const goodFlags: Readonly<Record<string, string>> = { e: 'Ed', C: 'C', E: 'e' };

/** Flags of cells without a value: missing, no value. */
const missingFlags = new Set(['m', 'n']);

/** Finds the target of a column `<site>_<pcode>`, given all columns of the table. */
type ColumnTarget = (column: string, all: readonly string[]) => Target | undefined;

const advice = 'Ask daily.pl for daily values, for example daily.pl?list=heii qd&format=csv.';

/**
 * Parses `daily.pl?format=csv` of any size: a header `DateTime,heii_qd,…` and one row per day; or the table between BEGIN DATA and
 * END DATA of the older pages. Reports columns without a target as unknown, and refuses a column whose unit or pcode is
 * not the parameter's. A cell that is not a number is rejected.
 * @throws SourceRefused if the text is an error page, a row has the wrong length, or a date is invalid or no day
 */
async function* parseUsbrTable(
  file: SourceText,
  targetOf: ColumnTarget,
  { since, midnight }: Pick<FileContext, 'since' | 'midnight'>,
): AsyncGenerator<SourceSeries> {
  const isPage = /^BEGIN DATA/m.test(file.head);
  if (!isPage) refuseErrorPage(file.head);
  yield* parseDailyTable(file, {
    noHeader: 'There is no header that begins with DateTime.',
    ...(isPage && {
      isPreamble: skipToData(),
      end: {
        isLast: ({ record }) => record[0]?.trim() === 'END DATA',
        noteIfMissing: 'The page ends without END DATA: its last days may be missing.',
      },
    }),
    readHeader: (header, collector) => {
      const columns = parseHeader(header, targetOf, collector);
      // HydroMet calls its columns of days DATE, and those of times DATE TIME.
      const isDate = /^date$/i.test(header.record[0]?.trim() ?? '');
      const stated = isDate ? 'start' : undefined;
      return { dayColumn: 0, since, midnight: midnight ?? stated, advice, columnsOf: () => columns, addCell };
    },
  });
}

function skipToData(): (line: string) => boolean {
  let isData = false;
  return (line) => {
    const isBefore = !isData;
    isData ||= line.startsWith('BEGIN DATA');
    return isBefore;
  };
}

function addCell(series: SeriesColumn, day: DayNumber, line: number, cell: string): void {
  const read = parseUsbrCell(cell);
  if (read.kind === 'missing') series.addMissing(day);
  else if (read.kind === 'unreadable') series.reject(day, line, cell.trim(), read.reason);
  // The agency approves no values: all of them may change.
  else series.addValue(day, line, { ...read, approval: 'P' });
}

/** Finds the columns with a target; the others are reported. */
function parseHeader({ record, line }: CsvRow, targetOf: ColumnTarget, collector: SeriesCollector) {
  const [first = '', ...names] = record;
  if (!/^date\s*(time)?$/i.test(first.trim())) {
    const hint = first.includes(';') ? ' Separate the columns by commas instead of semicolons.' : '';
    throw new SourceRefused(
      `Line ${line}: the header should begin with DateTime, not with "${first.slice(0, 40)}".${hint}`,
    );
  }
  const seen = new Set<string>();
  const all = names.map((cell) => splitColumn(cell).name);
  return names.flatMap((cell, at): DailyColumn[] => {
    // Spreadsheets may add columns without a name.
    if (cell.trim() === '') return [];
    const head = readColumnHead(cell, (name) => targetOf(name, all));
    if (seen.has(head.name)) throw new SourceRefused(`Line ${line}: the column ${head.name} appears twice.`);
    seen.add(head.name);
    const series = collector.column(head.name, () => head);
    if (head.refusal !== undefined) series.refuse(`Line ${line}: ${head.refusal}`);
    return head.target === undefined ? [] : [{ index: at + 1, series }];
  });
}

type ColumnHead = {
  readonly name: string;
  readonly target: Target | undefined;
  readonly conversion?: UnitConversion | undefined;
  readonly notes?: readonly string[];
  readonly refusal?: string;
};

/** Splits `heii_qd`, `HEII QD`, `heii_qd_cms` and `heii_qd (m3/s)`. */
function splitColumn(cell: string) {
  const parts = splitUnit(cell);
  const whole = parts.name.toLowerCase().replace(/\s+/g, '_');
  const [site = '', pcode = '', ...suffixes] = whole.split('_');
  return { whole, name: `${site}_${pcode}`, site, pcode, suffix: suffixes.join('_'), unit: parts.unit };
}

function readColumnHead(cell: string, targetOf: (name: string) => Target | undefined): ColumnHead {
  const { whole, name, site, pcode, suffix, unit: bracketed } = splitColumn(cell);
  const target = targetOf(name);
  if (!target) return { name: whole, target };
  if (suffix !== '' && normalizeUnit(suffix) === undefined) {
    return { name: whole, target, refusal: `the column ${whole} is not known; expected ${name}.` };
  }
  const pcodes = pcodesByParameter[target.parameter] ?? [];
  // The basin file says which pcode holds a parameter of its own.
  if (target.parameter < firstOwnId && !pcodes.includes(pcode)) {
    const parameter = parameters.find(({ ndx }) => ndx === target.parameter)?.name ?? 'the parameter';
    const expected = pcodes.map((each) => `${site}_${each}`).join(' or ') || 'no column of HydroMet';
    return { name, target, refusal: `the column ${whole} is not ${parameter}; expected ${expected}.` };
  }
  const unit = suffix || bracketed;
  if (unit === undefined) return { name, target };
  const { conversion, notes, refusal } = checkUnit(unit, target.parameter);
  if (refusal !== undefined) return { name, target, refusal: `the column ${whole}: ${refusal}` };
  return { name, target, conversion, notes };
}

function refuseErrorPage(head: string): void {
  const start = head.slice(0, 2000).trim();
  if (start === '') throw new SourceRefused('Line 1: the text is empty.');
  if (!/^<|<html|^error:/i.test(start)) return;
  throw new SourceRefused(`Line 1: an error page instead of CSV: ${toPlainText(start, 160) || 'no text'}`);
}

/** The content of a cell in Reclamation's daily CSV. */
type UsbrCell =
  | { kind: 'missing' }
  | { kind: 'value'; value: number; qualifier: string | undefined; isSuspect: boolean }
  | { kind: 'unreadable'; reason: string };

/**
 * Parses a cell. It has no value if it has a missing marker or the flag m (missing) or n (no value).
 * The flags e (edited), C (computed) and E (estimated) become qualifiers; any other flag, such as `+` for too high,
 * stays as it is and marks a suspect value.
 */
export function parseUsbrCell(cell: string): UsbrCell {
  const text = cell.trim();
  // Most cells have no flag.
  const plain = readNumber(text);
  if (typeof plain !== 'string' && 'value' in plain)
    return { kind: 'value', value: plain.value, qualifier: undefined, isSuspect: false };
  const [, digits = text, flag = ''] = /^(.*?[\d.])\s*([^\d\s.,]?)$/.exec(text) ?? [];
  const read = readNumber(digits);
  if (read === 'missing' || missingFlags.has(flag)) return { kind: 'missing' };
  if ('reason' in read) return { kind: 'unreadable', reason: read.reason };
  const { value } = read;
  const good = goodFlags[flag];
  return { kind: 'value', value, qualifier: good ?? flag, isSuspect: good === undefined };
}
