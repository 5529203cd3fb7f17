/** What stands in a cell of Reclamation's daily CSV. */
export type UsbrCell =
  | { kind: 'missing' }
  | { kind: 'value'; value: number; qualifier: string | undefined; isSuspect: boolean }
  | { kind: 'unreadable' };

/** Flags of good values by the portal's qualifiers; any other, such as `+` for too high, is a doubt. */
const goodFlags: Readonly<Record<string, string>> = { e: 'Ed', C: 'C', E: 'e' };

/** The number HydroMet writes where there is none. */
const missingMarker = 998877;

/**
 * Reads a cell: empty, `NO RECORD`, the marker 998877 and the flags m (missing) and n (no value) are absence.
 * The flags e (edited), C (computed) and E (estimated) become qualifiers; any other is kept as it is, as a doubt.
 */
export function parseUsbrCell(cell: string): UsbrCell {
  const text = cell.trim();
  if (text === '' || /^no record$/i.test(text)) return { kind: 'missing' };
  const match = /^([+-]?(?:\d+\.?\d*|\.\d+))\s*(\S?)$/.exec(text);
  if (!match) return { kind: 'unreadable' };
  const value = Number(match[1]);
  const flag = match[2] ?? '';
  if (flag === 'm' || flag === 'n' || Math.trunc(value) === missingMarker) return { kind: 'missing' };
  if (flag === '') return { kind: 'value', value, qualifier: undefined, isSuspect: false };
  const good = goodFlags[flag];
  return { kind: 'value', value, qualifier: good ?? flag, isSuspect: good === undefined };
}
