/** Marks values that people have entered, and no agency has delivered. */
export const enteredByHand = 'entry';

/** What the agencies' qualifiers mean; others are given as they are. */
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
};

/** The agency's qualifiers in words: `estimated by the agency; affected by ice`; undefined without any. */
export function describeQualifiers(qualifier: string | undefined): string | undefined {
  const codes = (qualifier ?? '').split(' ').filter(Boolean);
  return codes.length === 0
    ? undefined
    : codes.map((each) => meanings[each] ?? `marked ${each} by the agency`).join('; ');
}

/** A value's approval and qualifiers in words; undefined for an approved one without any. */
export function describeValueStatus(
  approval: string | null | undefined,
  qualifier: string | undefined,
): string | undefined {
  const provisional = approval === 'P' ? 'provisional, subject to revision by the agency' : undefined;
  const text = [provisional, describeQualifiers(qualifier)].filter(Boolean).join('; ');
  return text === '' ? undefined : text.charAt(0).toUpperCase() + text.slice(1);
}
