import { seasonPaint } from '#domain/season/season-colors.ts';
import type { ChartContent } from '#kits/chart/index.ts';
import { dayNumber } from '#lib/calendar.ts';
import type { AlertPreview, AlertTerms } from '../contract.ts';
import { describeMeasured, describeObserved, measureLabels, unitOfMeasure } from '../rules/rule-text.ts';

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
  const isPercentile = measure === 'percentile';
  const textOf = (value: number) => (isPercentile ? String(value) : describeMeasured(value, measure, unit));
  const label = measure === 'value' ? parameter_name : measureLabels[measure];
  const shown = terms.kind === 'level' ? firings : [];
  const last = line.values.at(-1);
  return {
    title: condition,
    time: { kind: 'days' },
    axes: { left: { title: label, unit: unitOfMeasure(measure, unit) } },
    series: [
      {
        id: 'line',
        label,
        side: 'left',
        color: seasonPaint[theme].last,
        width: 0.75,
        xs: line.days.map((day) => first + day),
        ys: line.values,
        maxGap: Number.POSITIVE_INFINITY,
        ...(last !== undefined && {
          endLabel: isPercentile ? String(last) : describeObserved(last, measure, unit),
        }),
      },
      {
        id: 'firings',
        label: 'Would have fired',
        side: 'left',
        color: seasonPaint[theme].maximum,
        xs: shown.map(({ rdate }) => dayNumber(rdate)),
        ys: shown.map(({ measured }) => measured),
        maxGap: 0,
        shape: 'dots',
      },
    ],
    levels:
      terms.kind === 'level'
        ? [
            { label: `Level ${textOf(terms.level)}`, side: 'left', value: terms.level },
            ...(preview.clear_level === null || preview.clear_level === terms.level
              ? []
              : [
                  {
                    label: `Clear ${textOf(preview.clear_level)}`,
                    side: 'left' as const,
                    value: preview.clear_level,
                  },
                ]),
          ]
        : [],
    source,
  };
}
