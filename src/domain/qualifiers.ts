/** What the agencies' qualifiers mean; others are given as they are. */
const meanings: Readonly<Record<string, string>> = {
  e: 'estimated by the agency',
  Ice: 'affected by ice',
  Eqp: 'equipment malfunction',
  Bkw: 'affected by backwater',
  entry: 'entered by hand',
};

/** A value's approval and qualifiers in words; undefined for an approved one without any. */
export function standingOfValue(
  approval: string | null | undefined,
  qualifier: string | undefined,
): string | undefined {
  const words = [
    ...(approval === 'P' ? ['provisional, subject to revision by the agency'] : []),
    ...(qualifier ?? '')
      .split(' ')
      .filter(Boolean)
      .map((each) => meanings[each] ?? `marked ${each} by the agency`),
  ].join('; ');
  return words === '' ? undefined : words.charAt(0).toUpperCase() + words.slice(1);
}
