/**
 * The quality rules that a value may fail. A flagged value is stored and marked, but not part of any line, sum or
 * statistic.
 */
export const flagNames = ['agency', 'range', 'capacity', 'spike', 'rate', 'flat', 'season'] as const;
export type Flag = (typeof flagNames)[number];

const meanings: Readonly<Record<Flag, string>> = {
  agency: 'doubted by the agency',
  range: 'outside what is possible here',
  capacity: 'more than the reservoir holds',
  spike: 'a jump that is undone within days',
  rate: 'a change faster than is possible here',
  flat: 'the same value for too many days',
  season: 'far from the days around it and from this record in the season',
};

/** The reason of a flag: `a jump that is undone within days`. */
export function describeFlag(flag: Flag): string {
  return meanings[flag];
}

/** The text of a flag in charts, tables and files: `Flagged: a jump that is undone within days`. */
export function flagNote(flag: Flag): string {
  return `Flagged: ${describeFlag(flag)}`;
}

/** `2 flagged values are left out`. Undefined for none. */
export function describeOmittedValues(flagged: number): string | undefined {
  if (flagged === 0) return undefined;
  return flagged === 1 ? '1 flagged value is left out' : `${flagged} flagged values are left out`;
}
