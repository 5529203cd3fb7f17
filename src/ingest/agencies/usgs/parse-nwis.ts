import * as z from 'zod/mini';
import { parseJson, parseResponse, toPlainText } from '../../reading/parse-response.ts';
import { normalizeUnit } from '../../reading/units.ts';
import { SourceRefused } from '../../source.ts';
import { unitsByCode } from './codes.ts';
import { joinSiteKey, splitTime, type UsgsRow } from './row.ts';

export const legacyService = 'NWIS';

const code = z
  .array(z.object({ value: z.string(), agencyCode: z.optional(z.string()) }))
  .check(z.minLength(1));

const TimeSeries = z.object({
  sourceInfo: z.object({ siteCode: code }),
  variable: z.object({
    variableCode: code,
    unit: z.optional(z.object({ unitCode: z.optional(z.string()) })),
    noDataValue: z.optional(z.nullable(z.number())),
    options: z.optional(z.object({ option: z.array(z.object({ optionCode: z.optional(z.string()) })) })),
  }),
  values: z.array(
    z.object({
      method: z.optional(
        z.array(
          z.object({
            methodID: z.optional(z.number()),
            methodDescription: z.optional(z.nullable(z.string())),
          }),
        ),
      ),
      value: z.array(z.object({ value: z.string(), qualifiers: z.array(z.string()), dateTime: z.string() })),
    }),
  ),
});

const Answer = z.object({ value: z.object({ timeSeries: z.array(z.unknown()) }) });

/** Parses the legacy service's daily values in JSON. @throws SourceRefused */
export function parseNwisJson(text: string): UsgsRow[] {
  const { value } = parseResponse(Answer, parseJson(text, legacyService), legacyService);
  return value.timeSeries.flatMap(parseNwisSeries);
}

/** Parses one of the time series of a response; `at` is its place, from 0. @throws SourceRefused */
export function parseNwisSeries(series: unknown, at: number): UsgsRow[] {
  const { sourceInfo, variable, values } = parseResponse(TimeSeries, series, legacyService, [
    'value',
    'timeSeries',
    at,
  ]);
  const statistic = variable.options?.option[0]?.optionCode;
  const common = {
    site: joinSiteKey(sourceInfo.siteCode[0]?.agencyCode, sourceInfo.siteCode[0]?.value ?? ''),
    code: variable.variableCode[0]?.value ?? '',
    statistic,
    unit: variable.unit?.unitCode,
  };
  return values.flatMap((block, index) =>
    block.value.map((row, line): UsgsRow => {
      const { day, instant } = splitTime(row.dateTime);
      return {
        ...common,
        record: `${statistic ?? ''} ${block.method?.[0]?.methodID ?? index}`,
        instrument: inBrackets(block.method?.[0]?.methodDescription ?? ''),
        date: day,
        time: instant,
        value: Number(row.value) === variable.noDataValue ? null : row.value,
        isApproved: row.qualifiers.includes('A'),
        qualifiers: row.qualifiers,
        line: line + 1,
      };
    }),
  );
}

/** Finds the instrument or place at the end of a description: `Discharge, [2nd sensor]`. */
function inBrackets(description: string): string | undefined {
  return /\[([^\]]+)\]\s*$/.exec(description)?.[1];
}

/** A value column of RDB: the record, the parameter code and the statistic, `1_00060_00003`. */
const valueColumn = /^(\w+)_(\d{5})_(\d{5})$/;
/** A value column of readings within the day, which has no statistic. */
const instantColumn = /^\w+_\d{5}$/;
/** A width and type of a column: `5s`, `20d`, `14n`. */
const widthPattern = /^\d+[sdn]$/i;
/** So much of the comments is quoted where there is nothing else. */
const commentCharacters = 200;
/** A description among the comments: `#  01   00060     00003     Discharge, cubic feet per second (Mean), [2nd sensor]`. */
const description = /^#\s+(\w+)\s+(\d{5})\s+(?:\d{5}\s+)?([^\t]*)$/;

/**
 * Reads the legacy service's daily values in RDB, line by line: `#` comments, a line of column names, mostly a line of
 * column widths, and tab-separated rows. A file may hold several such tables with different columns. All throw SourceRefused.
 */
export function createRdbReader(onRow: (row: UsgsRow) => void) {
  const described: Described = { units: new Map(), instruments: new Map() };
  let names: string[] | undefined;
  /** The line after the names may be the one of widths; some files have none. */
  let mayBeWidths = false;
  let namesLine = 0;
  let hasRows = false;
  let number = 0;
  let comments = '';
  return {
    readLine: (line: string): void => {
      number += 1;
      if (line.startsWith('#')) {
        readDescription(line, described);
        if (comments.length < commentCharacters) comments += ` ${line.slice(1)}`;
      }
      if (line.startsWith('#') || line.trim() === '') return;
      const cells = line.split('\t');
      if (cells[0] === 'agency_cd') {
        requireDailyValues(cells, number);
        names = cells;
        namesLine = number;
        mayBeWidths = true;
        return;
      }
      const isWidths = mayBeWidths && cells.every((cell) => widthPattern.test(cell.trim()));
      mayBeWidths = false;
      if (isWidths) return;
      hasRows = true;
      if (names) for (const row of rowsOf(names, cells, number, described)) onRow(row);
      else
        throw new SourceRefused(
          `Line ${number}: this is not RDB from ${legacyService}: ${toPlainText(line)}.`,
        );
    },
    /** Must be called after the last line. */
    end: (): void => {
      if (names && !hasRows) {
        throw new SourceRefused(`Line ${namesLine}: no row of values follows the column names.`);
      }
      if (names) return;
      const said = toPlainText(comments, commentCharacters);
      throw new SourceRefused(
        `This is not RDB from ${legacyService}: it has no line of column names. ${said === '' ? 'Line 1: the file is empty.' : `Its ${number} lines say only: ${said}`}`,
      );
    },
  };
}

/** Units by parameter code, and instruments by parameter code and the number of their series. */
type Described = { readonly units: Map<string, string>; readonly instruments: Map<string, string> };

/** Reads the unit that a description names before its statistic, where it is one, and the instrument behind it. */
function readDescription(line: string, { units, instruments }: Described): void {
  const [, id = '', code = '', text = ''] = description.exec(line) ?? [];
  const instrument = inBrackets(text);
  if (instrument !== undefined) instruments.set(`${id}_${code}`, instrument);
  const unit = text
    .replace(/,?\s*\[[^\]]*\]\s*$/, '')
    .replace(/\([^)]*\)\s*$/, '')
    .split(',')
    .at(-1)
    ?.trim();
  if (unit && normalizeUnit(unit) !== undefined) units.set(code, unit);
}

/** @throws SourceRefused if the columns are not those of daily values */
function requireDailyValues(names: readonly string[], line: number): void {
  if (names.some((name) => valueColumn.test(name))) return;
  const isInstant = names.some((name) => instantColumn.test(name));
  throw new SourceRefused(
    isInstant
      ? `Line ${line}: these are readings within the day, and the portal stores daily means. Save the daily values (dv) instead.`
      : `Line ${line}: there is no column of daily values, such as 1_00060_00003. Save the daily values (dv) instead.`,
  );
}

/** Splits a line into one row per record; each record has a value column and a qualifier column. */
function rowsOf(
  names: readonly string[],
  cells: readonly string[],
  line: number,
  { units, instruments }: Described,
): UsgsRow[] {
  if (cells.length !== names.length) {
    throw new SourceRefused(`Line ${line}: ${cells.length} cells instead of ${names.length}.`);
  }
  const cell = (name: string) => cells[names.indexOf(name)] ?? '';
  const { day, instant } = splitTime(cell('datetime'));
  return names.flatMap((name): UsgsRow[] => {
    const [column, , code = '', statistic = ''] = valueColumn.exec(name) ?? [];
    if (column === undefined) return [];
    const qualifiers = cell(`${name}_cd`).split(/[:,]\s*/);
    return [
      {
        site: joinSiteKey(cell('agency_cd'), cell('site_no')),
        code,
        statistic,
        unit: units.get(code) ?? unitsByCode[code],
        record: name,
        instrument: instruments.get(name.split('_', 2).join('_')),
        date: day,
        time: instant,
        value: cell(name),
        isApproved: qualifiers.includes('A'),
        qualifiers,
        line,
      },
    ];
  });
}
