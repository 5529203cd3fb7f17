/** What every file and picture of a demonstration says once. */
export const demonstrationNote = 'Demonstration data: the values are synthetic, not measurements.';

/** Every answer of a demonstration has this header, with this value. */
export const demonstrationHeader = { name: 'portal-data', value: 'demonstration' } as const;

/** Says what the first import removes, before it does. */
export function describeFirstImport({
  series,
  records,
}: {
  readonly series: number;
  readonly records: number;
}): string {
  return `The portal is a demonstration. When the first real values arrive, all demonstration values are removed: those of ${series} series, and ${records} content records that nobody has edited. They do not come back. Stations and what people have entered stay. If no value arrives, nothing is removed.`;
}
