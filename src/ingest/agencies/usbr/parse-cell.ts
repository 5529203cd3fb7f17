import { readNumber } from '../../parse-number.ts';
import { goodFlags, missingFlags, missingMarker } from './codes.ts';

/** The content of a cell in Reclamation's daily CSV. */
export type UsbrCell =
  | { kind: 'missing' }
  | { kind: 'value'; value: number; qualifier: string | undefined; isSuspect: boolean }
  | { kind: 'unreadable'; reason: string };

/**
 * Parses a cell. It has no value if it is empty, `NO RECORD` or 998877, or has the flag m (missing) or n (no value).
 * The flags e (edited), C (computed) and E (estimated) become qualifiers; any other flag, such as `+` for too high,
 * stays as it is and marks a suspect value.
 */
export function parseUsbrCell(cell: string): UsbrCell {
  const text = cell.trim();
  if (text === '' || /^no record$/i.test(text)) return { kind: 'missing' };
  const [, digits = text, flag = ''] = /^(.*?[\d.])\s*([^\d\s.,]?)$/.exec(text) ?? [];
  const read = readNumber(digits);
  if ('reason' in read) return { kind: 'unreadable', reason: read.reason };
  const { value } = read;
  if (missingFlags.has(flag) || Math.trunc(value) === missingMarker) return { kind: 'missing' };
  if (flag === '') return { kind: 'value', value, qualifier: undefined, isSuspect: false };
  const good = goodFlags[flag];
  return { kind: 'value', value, qualifier: good ?? flag, isSuspect: good === undefined };
}
