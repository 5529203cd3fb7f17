import { dayOrderOf, leapDayOrder } from '#domain/season/season.ts';
import { seasonPaint } from '#domain/season/season-colors.ts';
import { seasonContent } from '#domain/season/season-content.ts';
import { isNormal } from '#domain/statistics/normals.ts';
import { parameterNdx } from '#domain/vocabulary.ts';
import { waterYear } from '#domain/water-year.ts';
import type { ChartContent } from '#kits/chart/index.ts';
import { dayNumber } from '#lib/calendar.ts';
import { countOf } from '#lib/count-text.ts';
import { formatInches } from '../../snotel/index.ts';
import type { SnowGroup } from '../contract.ts';

/** Ground, which the chart pales beyond the last value. */
const fanColor = { light: '#86bddc', dark: '#1c618a' } as const;

/** Draws the water year of a group over its normals, the year before, and past years' ways to the peak. Undefined without values. */
export function groupChart(group: SnowGroup, theme: 'light' | 'dark'): ChartContent | undefined {
  const { label, on, records, sites, source, ways } = group;
  const content = seasonContent(
    { records: records.filter((each) => !isNormal(each)), normals: records.filter(isNormal) },
    {
      parameter: parameterNdx.swe,
      year: 'water',
      measure: 'value',
      isReversed: false,
      capacity: undefined,
      source,
    },
    theme,
  );
  if (!content) return undefined;
  const titled = {
    ...content,
    title: `${content.axes.left.title}, ${label}, water year ${waterYear(dayNumber(on))}`,
    subtitle: `Mean of ${countOf(sites, 'site')}`,
  };
  if (!ways) return titled;
  const xs = ways.days.map((day) => dayOrderOf(dayNumber(day), 'water'));
  const last = ways.range.at(-1);
  return {
    ...titled,
    bands: [
      ...content.bands,
      {
        id: 'ways',
        label: 'As in past years, 10–90 %',
        side: 'left',
        color: fanColor[theme],
        xs,
        lows: ways.range.map(({ low }) => low),
        highs: ways.range.map(({ high }) => high),
      },
    ],
    series: [
      ...content.series,
      {
        id: 'way',
        label: 'As in past years, median',
        side: 'left',
        color: seasonPaint[theme].running,
        dash: [5, 4],
        width: 1.75,
        xs,
        ys: ways.range.map(({ middle }) => middle),
        maxGap: 1,
        skippedX: leapDayOrder('water'),
        endLabel: `past years · ${formatInches(last?.middle ?? 0)}`,
      },
    ],
  };
}
