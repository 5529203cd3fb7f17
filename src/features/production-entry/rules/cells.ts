import { maxHours, maxMeterReading, maxRemarks, pumpingMethods } from '#domain/pumping.ts';
import { parseTypedNumber } from '#lib/typed-number.ts';

/** The columns of the month's grid, named like the fields of an entry, in their order. */
export const monthColumns = [
  { name: 'hours_pumped', label: 'Hours Pumped' },
  { name: 'meter_reading', label: 'Meter Reading' },
  { name: 'reading_time', label: 'Time of Reading' },
  { name: 'method', label: 'Method' },
  { name: 'remarks', label: 'Remarks' },
] as const;
export type MonthColumn = (typeof monthColumns)[number]['name'];

/** The cells of a day as typed. */
export type MonthCells = Readonly<Record<MonthColumn, string>>;

/** What a typed cell means, or what is wrong with it. `value` is null for a blank cell. */
export type CellReading = { readonly value: string | number | null } | { readonly fault: string };

/** Reads a cell as typed or pasted. Numbers may have thousands separators: `12,345.5`. */
export function readCell(column: MonthColumn, text: string): CellReading {
  const trimmed = text.trim();
  if (trimmed === '') return { value: null };
  switch (column) {
    case 'hours_pumped':
      return readBounded(trimmed, maxHours, `Enter hours from 0 to ${maxHours}.`);
    case 'meter_reading':
      return readBounded(trimmed, maxMeterReading, 'Enter a meter reading from 0 to 1,000,000,000.');
    case 'reading_time':
      return readTime(trimmed);
    case 'method':
      return readMethod(trimmed);
    case 'remarks':
      if (trimmed.includes('\0')) return { fault: 'Remove the null character.' };
      return trimmed.length > maxRemarks
        ? { fault: `At most ${maxRemarks} characters.` }
        : { value: trimmed };
  }
}

/** Whether two texts of a cell mean the same; faulty ones are compared as text. */
export function isSameCell(column: MonthColumn, one: string, other: string): boolean {
  if (one === other) return true;
  const [first, second] = [readCell(column, one), readCell(column, other)];
  return 'value' in first && 'value' in second && first.value === second.value;
}

function readBounded(text: string, max: number, range: string): CellReading {
  const number = parseTypedNumber(text);
  if (number === undefined) return { fault: `“${shorten(text)}” is not a number.${describeFix(text)}` };
  return number < 0 || number > max ? { fault: range } : { value: number };
}

/** Suggests the number that was meant: for `7:30` hours and minutes, for `12,5` a decimal comma. */
function describeFix(text: string): string {
  const duration = /^(\d{1,3}):([0-5]\d)(?::00)?$/.exec(text);
  if (duration) {
    const hours = Number(duration[1]) + Number(duration[2]) / 60;
    return ` Write ${Math.round(hours * 100) / 100}.`;
  }
  const decimalComma = /^(\d+),(\d{1,2})$/.exec(text);
  return decimalComma ? ` Write ${decimalComma[1]}.${decimalComma[2]}.` : '';
}

/** Reads `7:05`, `07:05`, `07:05:00`, `7:05 PM`. */
function readTime(text: string): CellReading {
  const match = /^(\d{1,2}):([0-5]\d)(?::[0-5]\d)?\s*([ap])?\.?m?\.?$/i.exec(text);
  const [, hourText = '', minutes = '', half] = match ?? [];
  const hour = Number(hourText);
  const isValid = match && (half ? hour >= 1 && hour <= 12 : hour <= 23 && !/m\.?$/i.test(text));
  if (!isValid) return { fault: 'Enter a time, HH:MM.' };
  const offset = half?.toLowerCase() === 'p' ? 12 : 0;
  const hours = half ? (hour % 12) + offset : hour;
  return { value: `${String(hours).padStart(2, '0')}:${minutes}` };
}

/** Finds a method by the beginning of its name, in any case. */
function readMethod(text: string): CellReading {
  const wanted = foldMethod(text);
  const found = pumpingMethods.filter((method) => foldMethod(method).startsWith(wanted));
  const [method, ...others] = found;
  if (method !== undefined && others.length === 0) return { value: method };
  return {
    fault: `Enter ${pumpingMethods.slice(0, -1).join(', ')} or ${pumpingMethods.at(-1)}.`,
  };
}

function foldMethod(text: string): string {
  return text.toLowerCase().replace(/['‘’]/g, '’').replace(/\s+/g, ' ');
}

export function shorten(text: string, max = 40): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > max ? `${line.slice(0, max)}…` : line;
}
