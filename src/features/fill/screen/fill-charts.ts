import { formatDischarge } from '#domain/quantity.ts';
import type { ChartPoint, ChartPoints, PointContent } from '#kits/chart/index.ts';
import { monthAndDay } from '#lib/calendar-names.ts';
import { countOf } from '#lib/count-text.ts';
import { describePart, describeVolume, toKaf } from '#season/volume-text.ts';
import type { Fill } from '../contract.ts';
import { describeTarget, fillSource, fillTitle, reliabilityTable, yearTable } from '../files.ts';
import type { FillYear } from '../rules/fill-result.ts';
import { describeGain, describeTenth } from './fill-text.ts';

const colors = {
  light: { reached: '#0b6597', missed: '#9a4f00' },
  dark: { reached: '#66b5e3', missed: '#f0a561' },
} as const;

type Theme = 'light' | 'dark';

/** The years by whether they reached the target, by shape as well as by color. */
function seriesOf(
  fill: Fill,
  theme: Theme,
  { years, toPoint }: { years: readonly FillYear[]; toPoint: (year: FillYear) => ChartPoint },
): readonly ChartPoints[] {
  const target = describeTarget(fill);
  const kinds = [
    {
      id: 'reached',
      label: `Reached ${target}`,
      shape: 'circle',
      color: colors[theme].reached,
      isReached: true,
    },
    {
      id: 'missed',
      label: `Did not reach ${target}`,
      shape: 'diamond',
      color: colors[theme].missed,
      isReached: false,
    },
  ] as const;
  return kinds.flatMap(({ isReached, ...series }) => {
    const own = years.filter((each) => each.is_reached === isReached);
    return own.length === 0 ? [] : [{ ...series, isHollow: !isReached, points: own.map(toPoint) }];
  });
}

function commonOf(fill: Fill) {
  return {
    subtitle: `From ${monthAndDay(fill.issued)} to ${monthAndDay(fill.by)} of each year`,
    table: yearTable(fill),
    source: fillSource(fill),
  };
}

/** The mean gain of every past year beside the one that is needed, in cfs. Undefined without years. */
export function gainsContent(fill: Fill, theme: Theme): PointContent | undefined {
  const { years, required_cfs: required, space_af: space } = fill;
  if (years.length === 0) return undefined;
  const note = describeGain(fill);
  const isOpen = required !== null && space !== 0;
  return {
    ...commonOf(fill),
    title: `Gains of past years: ${fillTitle(fill)}`,
    ...(note !== undefined && { notes: [note] }),
    axes: {
      x: { title: 'Year', unit: '' },
      y: { title: 'Mean gain to the peak', unit: 'cfs' },
    },
    xKind: 'year',
    series: seriesOf(fill, theme, {
      years,
      toPoint: ({ year, gain_cfs, peak_af, is_reached }) => ({
        name: String(year),
        x: year,
        y: gain_cfs,
        text: `${year}, mean gain ${formatDischarge(gain_cfs)} cfs to the peak, ${describeVolume(peak_af)}${is_reached ? ', reached' : ''}`,
      }),
    }),
    ...(isOpen && { levels: [{ label: `Needed: ${formatDischarge(required)} cfs`, value: required }] }),
  };
}

/** The peaks that the method would have said against those that came, in KAF. Undefined without any. */
export function peaksContent(fill: Fill, theme: Theme): PointContent | undefined {
  const years = fill.years.filter(({ predicted_peak_af: peak }) => peak !== null);
  if (years.length === 0) return undefined;
  return {
    ...commonOf(fill),
    title: `Hindcast of the peaks: ${fillTitle(fill)}`,
    notes: ['Each year’s peak as all other years would have forecast it.'],
    axes: {
      x: { title: 'Peak that came', unit: 'KAF' },
      y: { title: 'Forecast peak', unit: 'KAF' },
    },
    xKind: 'value',
    series: seriesOf(fill, theme, {
      years,
      toPoint: ({ year, peak_af, predicted_peak_af, predicted_chance }) => ({
        name: String(year),
        x: toKaf(peak_af),
        y: toKaf(predicted_peak_af ?? 0),
        text: `${year}, peak ${describeVolume(peak_af)}, forecast ${describeVolume(predicted_peak_af ?? 0)}${
          predicted_chance === null ? '' : `, chance ${describePart(predicted_chance)}`
        }`,
      }),
    }),
    diagonal: 'Forecast = what came',
    levels: [{ label: `Target: ${describeVolume(fill.target_af)}`, value: toKaf(fill.target_af) }],
  };
}

/**
 * The chances that were said of past years against how many reached the target, by tenths; the bars reach 2 standard
 * deviations from what was said. Undefined without skill.
 */
export function reliabilityContent(fill: Fill, theme: Theme): PointContent | undefined {
  const { skill } = fill;
  if (!skill || skill.bins.length === 0) return undefined;
  return {
    ...commonOf(fill),
    title: `Reliability of the chances: ${fillTitle(fill)}`,
    notes: [
      'Each year’s chance as all other years would have given it, by tenths. A bar reaches as far as the share may be from the chance by luck.',
    ],
    axes: { x: { title: 'Chance', unit: '%' }, y: { title: 'Reached the target', unit: '%' } },
    xKind: 'value',
    series: [
      {
        id: 'tenths',
        label: 'Years with a chance in the same tenth',
        shape: 'circle',
        color: colors[theme].reached,
        points: skill.bins.map((bin) => {
          const said = (100 * bin.expected) / bin.years;
          const luck = (200 * bin.deviation) / bin.years;
          return {
            name: describeTenth(bin),
            x: said,
            y: (100 * bin.reached) / bin.years,
            low: Math.max(0, said - luck),
            high: Math.min(100, said + luck),
            text: `${describeTenth(bin)}: ${bin.reached} of ${countOf(bin.years, 'year')} reached the target, ${bin.expected.toFixed(1)} were expected`,
          };
        }),
      },
    ],
    diagonal: 'Came as often as it was said',
    table: reliabilityTable(fill),
  };
}
