import type { BarMarks } from '#domain/finding/finding.ts';
import { seasonContent } from '#domain/season/season-content.ts';
import type { ChartContent } from '#kits/chart/index.ts';
import type { Figure } from '../contract.ts';

/** What the chart of a figure shows; undefined of one that is a card of numbers. */
export function contentOfFigure(
  { season, source }: Figure,
  theme: 'light' | 'dark',
): ChartContent | undefined {
  if (!season) return undefined;
  const { records, normals, parameter_ndx, is_reversed, capacity } = season;
  return seasonContent(
    { records, normals },
    {
      parameter: parameter_ndx,
      year: 'water',
      measure: 'value',
      isReversed: is_reversed,
      capacity: capacity ?? undefined,
      source,
    },
    theme,
  );
}

/** The marks of the bar of a figure; undefined where there is none. */
export function marksOf({ bar }: Pick<Figure, 'bar'>): BarMarks | undefined {
  return bar
    ? {
        percentile: bar.percentile ?? undefined,
        record: bar.record ?? undefined,
        yearBefore: bar.year_before ?? undefined,
        isLate: bar.is_late,
      }
    : undefined;
}
