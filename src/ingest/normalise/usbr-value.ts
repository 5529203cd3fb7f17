/** What stands in a cell of Reclamation's daily CSV. */
export type UsbrValue =
  | { kind: 'missing' }
  | { kind: 'value'; value: number; qualifier: string | undefined }
  | { kind: 'rejected'; reason: string }
  | { kind: 'unreadable' };

const goodFlags = new Set(['e', 'C', 'E']);

/** Flags of HydroMet that are glued to a number, and what they mean. */
const flagMeanings: Record<string, string> = {
  I: 'inserted',
  L: 'locked',
  N: 'interpolated',
  '+': 'too high',
  '-': 'too low',
  '^': 'rate of change',
};

/** The number HydroMet writes where there is none. */
const missingMarker = 998877;

/**
 * Reads a cell: empty, `NO RECORD`, the marker 998877 and the flags m (missing) and n (no value) are absence.
 * The flags e (edited), C (computed) and E (estimated) are kept as qualifier; a value with any other is rejected.
 */
export function readUsbrValue(cell: string): UsbrValue {
  const text = cell.trim();
  if (text === '' || /^no record$/i.test(text)) return { kind: 'missing' };
  const match = /^([+-]?(?:\d+\.?\d*|\.\d+))\s*(\S?)$/.exec(text);
  if (!match) return { kind: 'unreadable' };
  const value = Number(match[1]);
  const flag = match[2] ?? '';
  if (flag === 'm' || flag === 'n' || Math.trunc(value) === missingMarker) return { kind: 'missing' };
  if (flag === '') return { kind: 'value', value, qualifier: undefined };
  if (goodFlags.has(flag)) return { kind: 'value', value, qualifier: flag };
  const meaning = flagMeanings[flag];
  return { kind: 'rejected', reason: `flag ${flag}${meaning ? ` (${meaning})` : ''}` };
}
