import * as z from 'zod/mini';

/** A number as services write it: as a number, as text, as `nan`, as null, or not at all. */
export const ServiceNumber = z.optional(z.nullable(z.union([z.number(), z.string()])));
export type ServiceNumber = z.output<typeof ServiceNumber>;

/** A number as read, that there is none, or why the text is none. */
type NumberCell = { readonly value: number } | 'missing' | { readonly reason: string };

const numberPattern = /^[+-]?(?:\d+\.?\d*|\.\d+)$/;
const thousandsPattern = /^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d*)?$/;
const exponentPattern = /^[+-]?(?:\d+\.?\d*|\.\d+)[ed][+-]?\d+$/i;

/**
 * Reads a decimal number. Markers and words for a missing value are no numbers, whatever the source. Commas between
 * thousands are permitted, `1,500`; a comma elsewhere may stand for a decimal point and is refused, as are exponents,
 * hexadecimal digits and unknown words.
 */
export function readNumber(cell: ServiceNumber): NumberCell {
  if (cell === undefined || cell === null) return 'missing';
  if (typeof cell === 'number') return toCell(cell);
  const text = cell.trim();
  if (numberPattern.test(text)) return toCell(Number(text));
  if (isMissingWord(text)) return 'missing';
  if (thousandsPattern.test(text)) return toCell(Number(text.replaceAll(',', '')));
  if (/^[+-]?\d*,\d+$/.test(text)) return { reason: 'has a comma that may be a decimal point' };
  if (exponentPattern.test(text)) {
    const isMarker = isMissingNumber(Number(text.replace(/d/i, 'e')));
    return isMarker ? 'missing' : { reason: 'has lost digits to an exponent' };
  }
  return { reason: 'is not a number' };
}

function toCell(value: number): NumberCell {
  return isMissingNumber(value) ? 'missing' : { value };
}

/**
 * The numbers that agencies, loggers and spreadsheets write where there is no value. They hold in every source and for
 * every parameter: a day on which a reservoir holds exactly 99,999 AF is taken for a missing one, because a missing day
 * is noticed and a wrong value is not. Their spellings do not matter: `-999999.00`, `9.9999E4` and `99,999` count too.
 */
export const missingNumbers: readonly number[] = [
  -99.9, -99.99, -9999, -99_999, -999_999, -9_999_999, -99_999_999, 99_999, 99_999_999, 998_877,
];

/** Everything from here on is no quantity of water: 1e30 of Aquarius, 9.96921e36 of NetCDF, 3.4028e38 of floats. */
const minMissingSize = 1e30;

/** The agencies' and spreadsheets' words for a day without a value, in lower case. */
export const missingTexts: readonly string[] = [
  ...[
    '',
    'nan',
    'null',
    'none',
    'n/a',
    '#n/a',
    'na',
    'nd',
    'missing',
    'no data',
    'nodata',
    'no record',
    'no value',
  ],
  ...['bkw', 'dis', 'dry', 'eqp', 'equip', 'fld', 'ice', 'm', 'mnt', 'msg', 'obs', 'pr', 'rat', 'ssn', 'zfl'],
  ...[
    'backwater',
    'discontinued',
    'equipment',
    'maintenance',
    'rating',
    'seasonal',
    'unavailable',
    'withheld',
  ],
];

const wholeMarkers = new Set(missingNumbers.filter(Number.isInteger));
/** As a float that was widened to a double: -99.9000015258789. */
const singleMarkers = new Set(missingNumbers.filter((marker) => !Number.isInteger(marker)).map(Math.fround));
const texts = new Set(missingTexts);

/** @example isMissingNumber(-999999) // true */
export function isMissingNumber(value: number): boolean {
  if (wholeMarkers.has(value) || !(Math.abs(value) < minMissingSize)) return true;
  return value < -99 && value > -100 && singleMarkers.has(Math.fround(value));
}

/** Whether a text stands for no value: one of those texts, or only marks such as `***` and `--`. */
function isMissingWord(text: string): boolean {
  return texts.has(text.toLowerCase()) || /^[-–—*.]+$/.test(text);
}
