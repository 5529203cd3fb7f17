import { seasonPaint } from '#domain/season/season-colors.ts';
import type { ChartContent, ChartSeries } from '#kits/chart/index.ts';
import { dayNumber } from '#lib/calendar.ts';
import type { AlertPreview, AlertTerms } from '../contract.ts';
import { describeMeasured, measureLabels, unitOfMeasure } from '../rules/rule-text.ts';

type Options = { readonly theme: 'light' | 'dark'; readonly source: string };

/** What a rule compares over the years, its levels, and the days on which it would have fired. */
export function previewChart(
  preview: AlertPreview,
  terms: AlertTerms,
  { theme, source }: Options,
): ChartContent {
  const { condition, line, firings, units_name: unit, parameter_name } = preview;
  const measure = terms.kind === 'level' ? terms.measure : 'value';
  const first = dayNumber(line.start);
  const textOf = (value: number) => describeMeasured(value, measure, unit);
  const label = measure === 'value' ? parameter_name : measureLabels[measure];
  const { running, other, maximum } = seasonPaint[theme];
  const hasDots = terms.kind === 'level' && firings.length > 0;
  const compared: ChartSeries = {
    id: 'line',
    label,
    side: 'left',
    color: hasDots ? other : running,
    width: 1,
    xs: line.days.map((day) => first + day),
    ys: line.values,
    maxGap: Number.POSITIVE_INFINITY,
    endLabel: '',
  };
  const dots: ChartSeries = {
    id: 'firings',
    label: 'Would have fired',
    side: 'left',
    color: maximum,
    xs: firings.map(({ rdate }) => dayNumber(rdate)),
    ys: firings.map(({ measured }) => measured),
    // Dots without a line between them.
    maxGap: 0,
    shape: 'dots',
    endLabel: '',
  };
  return {
    title: condition,
    time: { kind: 'days' },
    axes: { left: { title: label, unit: unitOfMeasure(measure, unit) } },
    series: hasDots ? [compared, dots] : [compared],
    levels:
      terms.kind === 'level'
        ? [
            { label: `Level ${textOf(terms.level)}`, side: 'left', value: terms.level },
            ...(preview.clear_level === null || preview.clear_level === terms.level
              ? []
              : [{ label: 'Clear', side: 'left' as const, value: preview.clear_level }]),
          ]
        : [],
    source,
  };
}
