/**
 * Quality rules that a stored value may fail. A flagged value is kept and shown as such; it is no part of any line,
 * sum or statistic.
 */
export const flagNames = ['agency', 'range', 'capacity', 'spike', 'rate', 'flat'] as const;
export type Flag = (typeof flagNames)[number];

const meanings: Readonly<Record<Flag, string>> = {
  agency: 'doubted by the agency',
  range: 'outside what is possible here',
  capacity: 'more than the reservoir holds',
  spike: 'a jump that is undone within days',
  rate: 'a change faster than is possible here',
  flat: 'the same value for too many days',
};

/** Why a value is flagged, in words: `a jump that is undone within days`. */
export function describeFlag(flag: Flag): string {
  return meanings[flag];
}

/** A flag as a chart, a table or a file says it: `Flagged: a jump that is undone within days`. */
export function flagNote(flag: Flag): string {
  return `Flagged: ${describeFlag(flag)}`;
}

/** How many values are shown nowhere here: `2 flagged values are left out`; undefined for none. */
export function describeOmittedValues(flagged: number): string | undefined {
  if (flagged === 0) return undefined;
  return flagged === 1 ? '1 flagged value is left out' : `${flagged} flagged values are left out`;
}
