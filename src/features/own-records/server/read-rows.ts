import { readCsvChunks } from '#ingest/reading/parse-csv.ts';
import { readNumber } from '#ingest/reading/parse-number.ts';
import { readJsonElements } from '#ingest/reading/parse-response.ts';
import type { UnitConversion } from '#ingest/reading/units.ts';
import { SourceRefused, type SourceText } from '#ingest/source.ts';
import { todayInBasin } from '#lib/basin-clock.ts';
import { type DayNumber, dayNumber } from '#lib/calendar.ts';
import type { OwnSite } from '../contract.ts';
import type { Mapping } from '../rules/mapping.ts';
import { type AnsweredMapping, unsaid } from '../rules/questions.ts';
import type { OwnPlace } from './own-sites.ts';
import { createInstantOf, readStamp } from './read-stamp.ts';
import { conversionTo, faultOfCounter, faultOfInstant, toStored } from './stored-value.ts';

type Parameter = OwnSite['parameters'][number];

/** A row as understood: of an instant in milliseconds since 1970, or of a day. */
export type Row = {
  readonly line: number;
  readonly place: OwnPlace;
  readonly parameter: Parameter;
  readonly at: number | undefined;
  readonly day: DayNumber | undefined;
  /** As it is stored. */
  readonly value: number;
  readonly text: string;
};

export type RowRefusal = { readonly line: number; readonly text: string; readonly reason: string };

/** Called for each row, in the order of the file. */
export type RowVisitor = {
  row(row: Row): void;
  refuse(refusal: RowRefusal): void;
  missing(): void;
};

export type RowContext = {
  readonly places: readonly OwnPlace[];
  readonly mayWrite: (location: number) => boolean;
  readonly minersInches: number | undefined;
  readonly now: Date;
};

const earliestMs = Date.UTC(1800, 0);
const msPerDay = 86_400_000;
const msPerMinute = 60_000;
const secondsPerDay = 86_400;
const cubicFeetPerAcreFoot = 43_560;
const tab = '\t';

/** What columns are called: as the header names them, or by their places from 1. A name that stands twice has its place, too. */
export function namesOfColumns(record: readonly string[], isHeader: boolean): string[] {
  if (!isHeader) return record.map((_, at) => String(at + 1));
  const names = record.map((cell) => cell.trim());
  const isTwice = (name: string) => name !== '' && names.indexOf(name) !== names.lastIndexOf(name);
  return names.map((name, at) => (isTwice(name) ? `${name} (${at + 1})` : name));
}

export const delimiterOf = ({ delimiter }: Mapping) => (delimiter === 'tab' ? tab : delimiter);

/**
 * How values become those that are stored: in the unit of the parameter, but a counter of water in acre-feet. A total of
 * water in a day is the mean flow of its 86,400 seconds. A text says why the unit is none.
 */
export function conversionOf(
  { unit = '', row }: Mapping,
  units: string,
  minersInches: number | undefined,
): UnitConversion | string {
  const isTotal = row === 'daily total' || row === 'counter';
  if (isTotal && ['°F', 'ft', 'AF'].includes(units))
    return `Values in ${units} have no total. What is a row?`;
  const wanted = isTotal && units === 'cfs' ? 'AF' : units;
  const found = conversionTo(unit, wanted, minersInches);
  if (!found) return `${unit || 'It'} cannot be converted to ${wanted}. Which unit are the values in?`;
  const toFlow = row === 'daily total' && wanted !== units ? cubicFeetPerAcreFoot / secondsPerDay : 1;
  return { factor: found.factor * toFlow, offset: found.offset };
}

/** Reads a file row by row. @throws SourceRefused if the text is none of its format */
export async function readRows(
  file: SourceText,
  mapping: AnsweredMapping,
  context: RowContext,
  visitor: RowVisitor,
): Promise<void> {
  const readRow = createRowReader(mapping, context, visitor);
  if (mapping.format === 'json') {
    const path = ['$', ...(mapping.list ?? '').split('.').filter(Boolean), '*'].join('.');
    await readJsonElements(file, { paths: [path], service: 'the file' }, ({ value, at }) => {
      const cells = new Map(Object.entries(value ?? {}));
      readRow(at + 1, (name) => cells.get(name), JSON.stringify(value) ?? '');
    });
    return;
  }
  const headerLine = mapping.header_line ?? 0;
  let places = new Map<string, number>();
  let width = 0;
  await readCsvChunks(
    file.chunks(),
    ({ record, line, isCut }) => {
      if (line < headerLine) return;
      if (line === headerLine || width === 0) {
        width = record.length;
        const names = namesOfColumns(record, line === headerLine);
        places = new Map(names.map((name, at) => [name, at]));
        const absent = columnsOf(mapping).find((name) => !places.has(name));
        if (absent !== undefined)
          throw new SourceRefused(`The file has no column "${absent}" in line ${line}.`);
        if (line === headerLine) return;
      }
      const text = record.join(delimiterOf(mapping));
      const refuse = (reason: string) => visitor.refuse({ line, text: text.slice(0, 120), reason });
      if (record.length < width && isCut) refuse('is cut off');
      else if (record.length !== width) refuse(`has ${record.length} columns, and the header ${width}`);
      else readRow(line, (name) => record[places.get(name) ?? -1], text);
    },
    { delimiter: delimiterOf(mapping) },
  );
}

const columnsOf = ({ time, value, site }: AnsweredMapping) => [
  ...time,
  value,
  ...('column' in site ? [site.column] : []),
];

type CellOf = (column: string) => unknown;

function createRowReader(mapping: AnsweredMapping, context: RowContext, visitor: RowVisitor) {
  const placeOf = createPlaceOf(mapping, context);
  const timeOf = createTimeOf(mapping, context.now);
  const conversions = new Map<string, UnitConversion | string>();
  const { decimal, counter } = mapping;
  const wrapsAt = typeof counter === 'object' ? counter.wraps_at : null;
  return (line: number, cellOf: CellOf, text: string) => {
    const refuse = (reason: string) => visitor.refuse({ line, text: text.slice(0, 120), reason });
    const found = placeOf(cellOf);
    if (typeof found === 'string') return refuse(found);
    const { place, parameter } = found;
    const number = readCell(cellOf(mapping.value), decimal);
    if (number === 'missing') return visitor.missing();
    if (typeof number === 'string') return refuse(number);
    const time = timeOf(cellOf);
    if (typeof time === 'string') return refuse(time);
    const units = parameter.units_name;
    const conversion = conversions.get(units) ?? conversionOf(mapping, units, context.minersInches);
    conversions.set(units, conversion);
    if (typeof conversion === 'string') return refuse(conversion);
    const fault = counter === undefined ? undefined : faultOfCounter(number, wrapsAt);
    if (fault !== undefined) return refuse(fault);
    const value = toStored(number, conversion);
    if (typeof value === 'string') return refuse(value);
    visitor.row({ line, place, parameter, ...time, value, text });
  };
}

/** Finds the site of a row, and the parameter at it, or says why there is none. */
function createPlaceOf({ site, parameter }: AnsweredMapping, { places, mayWrite }: RowContext) {
  type Found = { readonly place: OwnPlace; readonly parameter: Parameter } | string;
  const find = (id: string): Found => {
    const place = places.find(({ loc_id }) => loc_id === id.trim().toUpperCase());
    if (!place) return `has "${id.slice(0, 40)}", which is no own site`;
    if (!mayWrite(place.loc_ndx)) return `is of ${place.loc_id}, whose readings you may not write`;
    const found = place.parameters.find(({ parameter_name }) => parameter_name === parameter);
    return found ? { place, parameter: found } : `is of ${place.loc_id}, which has no ${parameter}`;
  };
  const known = new Map<string, Found>();
  return (cellOf: CellOf): Found => {
    const id = 'column' in site ? String(cellOf(site.column) ?? '') : site.loc_id;
    const found = known.get(id) ?? find(id);
    known.set(id, found);
    return found;
  };
}

/** Finds the instant or the day of a row, or says why there is none. */
function createTimeOf(mapping: AnsweredMapping, now: Date) {
  const { time, row, stamp, zone = 'basin', period_minutes: minutes = 0 } = mapping;
  const isOfDay = row === 'daily mean' || row === 'daily total';
  const today = dayNumber(todayInBasin(now));
  const instantOf = createInstantOf(zone);
  const shift = row === 'reading' && stamp === 'begin' ? minutes * msPerMinute : 0;
  return (cellOf: CellOf): { at: number | undefined; day: DayNumber | undefined } | string => {
    const text = time.map((name) => String(cellOf(name) ?? '')).join(' ');
    const read = readStamp(text, mapping.date_order);
    if ('reason' in read) return `"${text.slice(0, 40)}" ${read.reason}`;
    if (isOfDay) {
      const { clockMs = 0 } = read;
      if (clockMs !== 0 && clockMs !== msPerDay) return `"${text.slice(0, 40)}" is a time within a day`;
      const isMidnight = read.clockMs === 0;
      if (isMidnight && stamp !== 'begin' && stamp !== 'end')
        return `"${text.slice(0, 40)}" ${unsaid.midnight}`;
      const day = isMidnight && stamp === 'end' ? read.day - 1 : read.day;
      if (day > today) return `"${text.slice(0, 40)}" is after today`;
      return day * msPerDay < earliestMs ? `"${text.slice(0, 40)}" is before 1800` : { at: undefined, day };
    }
    const instant = instantOf(read);
    if (typeof instant !== 'number') return `"${text.slice(0, 40)}" ${instant.reason}`;
    const at = instant + shift;
    const fault = faultOfInstant(at, now);
    return fault === undefined ? { at, day: undefined } : `"${text.slice(0, 40)}" ${fault}`;
  };
}

/** Reads a number with the decimal sign of the file. */
function readCell(cell: unknown, decimal: Mapping['decimal']): number | 'missing' | `"${string}` {
  if (typeof cell === 'number' || cell === null || cell === undefined) {
    const read = readNumber(cell);
    return read === 'missing' ? read : 'value' in read ? read.value : `"${String(cell)}" ${read.reason}`;
  }
  const text = String(cell).trim();
  const shown = `"${text.slice(0, 40)}"` as const;
  if (decimal === ',' && /\d/.test(text)) {
    if (!/^[+-]?(?:\d{1,3}(?:\.\d{3})+|\d*)(?:,\d*)?$/.test(text))
      return `${shown} is not a number with a comma as its decimal sign`;
    const read = readNumber(text.replaceAll('.', '').replace(',', '.'));
    return read === 'missing' ? read : 'value' in read ? read.value : `${shown} ${read.reason}`;
  }
  const read = readNumber(text);
  return read === 'missing' ? read : 'value' in read ? read.value : `${shown} ${read.reason}`;
}
