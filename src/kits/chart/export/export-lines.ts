import { hasExcludedValues } from '../drawing/excluded-values.ts';
import { describeSample } from '../legend/sample.ts';
import type { ChartContent } from '../types.ts';

/** When an export was made, as a sentence, and the address of the screen that it shows. */
export type ExportFacts = { readonly time: string; readonly address: string };

const demonstrationLine = 'Demonstration data: some of these values are synthetic, not measured.';

/** What the numbers are, where they are from and how to see them again. */
export function factLines(
  {
    statistics = '',
    isDemonstration = false,
    source,
  }: Pick<ChartContent, 'statistics' | 'isDemonstration' | 'source'>,
  facts: ExportFacts | undefined,
): readonly string[] {
  return [
    statistics,
    isDemonstration ? demonstrationLine : '',
    source === '' ? '' : `Source: ${source}`,
    facts?.time ?? '',
    facts?.address ? `Address: ${facts.address}` : '',
  ].filter(Boolean);
}

/** An explained mark of a chart. */
export type MarkKey = { readonly kind: 'marked' | 'estimated' | 'excluded'; readonly text: string };

/** What shade, dashes and crosses mean, as far as the series have any. */
export function markKeys({ series, mark, estimatedMark, excludedMark }: ChartContent): readonly MarkKey[] {
  const keys: MarkKey[] = [];
  if (mark && series.some((each) => each.isMarked))
    keys.push({ kind: 'marked', text: `${mark.label}: ${mark.meaning}` });
  if (estimatedMark && series.some((each) => each.isEstimated))
    keys.push({ kind: 'estimated', text: `${estimatedMark.label}: ${estimatedMark.meaning}` });
  if (excludedMark && hasExcludedValues(series))
    keys.push({ kind: 'excluded', text: `${excludedMark.label}: ${excludedMark.meaning}` });
  return keys;
}

/** The legend of a text file: `Legend: 2026: thick line; 10–90 %: band`. */
export function legendLine({ series, bands = [], levels = [] }: ChartContent): string {
  const entries = [
    ...series.map((each) => `${each.label}: ${describeSample(each)}`),
    ...bands.map((each) => `${each.label}: band`),
    ...levels.map((each) => `${each.label}: level`),
  ];
  return `Legend: ${entries.join('; ')}`;
}
