/** The qualifier of values that people entered by hand. */
export const enteredByHand = 'entry';

/** The qualifier of a day with several measurements by hand. */
export const medianOfDay = 'Md';

/** The qualifier of days that the portal has computed from readings. */
export const computedHere = 'Cmp';

/** The meanings of the agencies' qualifiers. */
const meanings: Readonly<Record<string, string>> = {
  e: 'estimated by the agency',
  Ice: 'affected by ice',
  Eqp: 'equipment malfunction',
  Bkw: 'affected by backwater',
  C: 'computed by the agency',
  Ed: 'edited by the agency',
  S: 'suspect, says the agency',
  '+': 'too high, says the agency',
  '-': 'too low, says the agency',
  '^': 'changed too fast, says the agency',
  N: 'interpolated by the agency',
  I: 'inserted by the agency',
  [enteredByHand]: 'entered by hand',
  [computedHere]: 'computed here from readings',
  [medianOfDay]: 'median of several measurements of the day',
};

/** Describes qualifiers: `estimated by the agency; affected by ice`. Undefined without any. */
export function describeQualifiers(qualifier: string | undefined): string | undefined {
  const codes = (qualifier ?? '').split(' ').filter(Boolean);
  return codes.length === 0
    ? undefined
    : codes.map((each) => meanings[each] ?? `marked ${each} by the agency`).join('; ');
}

/** Describes approval and qualifiers. Undefined for an approved value without qualifiers. */
export function describeValueStatus(
  approval: string | null | undefined,
  qualifier: string | undefined,
): string | undefined {
  const provisional = approval === 'P' ? 'provisional, subject to revision by the agency' : undefined;
  const text = [provisional, describeQualifiers(qualifier)].filter(Boolean).join('; ');
  return text === '' ? undefined : text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * The quality rules that a value may fail. A flagged value is stored and marked, but not part of any line, sum or
 * statistic.
 */
export const flagNames = ['agency', 'range', 'capacity', 'spike', 'rate', 'flat', 'season'] as const;
export type Flag = (typeof flagNames)[number];

const flagMeanings: Readonly<Record<Flag, string>> = {
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
  return flagMeanings[flag];
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
