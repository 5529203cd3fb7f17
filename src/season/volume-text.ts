import { describeQuantity, isInKaf } from '#domain/quantity.ts';
import { formatFixed, formatSignificant } from '#lib/format-number.ts';

/** Numbers in sentences have as many significant digits as the gages bear. */
const digits = 3;
const afPerKaf = 1000;

/** Thousands of acre-feet, which the field writes volumes of a season in. */
export function toKaf(af: number): number {
  return af / afPerKaf;
}

/** `3,420 KAF`; `850 AF` below a thousand. */
export function describeVolume(af: number): string {
  return describeQuantity(af, 'AF');
}

/** `between 2,700 and 4,230 KAF`: both in the unit of the higher one. */
export function describeRange(low: number, high: number): string {
  const isKaf = isInKaf(high);
  const format = (af: number) => formatSignificant(isKaf ? toKaf(af) : af, digits);
  return `between ${format(low)} and ${format(high)} ${isKaf ? 'KAF' : 'AF'}`;
}

/** A share in words: `34 % of them`. More than none is never 0 %, and less than all never 100 %. */
export function describePart(share: number): string {
  if (share <= 0) return '0 %';
  if (share >= 1) return '100 %';
  return `${Math.min(99, Math.max(1, Math.round(share * 100)))} %`;
}

/** A volume in the figures of a table, in KAF; a dash where there is none. */
export function inKaf(af: number | null | undefined): string {
  return af === null || af === undefined ? '–' : formatSignificant(toKaf(af), digits);
}

/** How much of a storage is provisional, as a fact. */
export function provisionalFact(storage: { readonly provisional: number } | null) {
  const text =
    !storage || storage.provisional === 0
      ? 'No values'
      : `${describePart(storage.provisional)} of the storage may still be revised`;
  return { term: 'Provisional', text };
}

/** How much better than the usual a method was: `0.42`; a dash where that is not known. */
export function formatSkill(skill: number | null): string {
  return skill === null ? '–' : formatFixed(skill, 2);
}
