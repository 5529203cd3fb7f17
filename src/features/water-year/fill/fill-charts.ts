import type { Fill, FillYear } from '#contract/fill.ts';
import { formatDischarge } from '#domain/quantity.ts';
import type { ChartPoint, PointContent, PointSeries } from '#kits/chart/index.ts';
import { formatUsDate } from '#lib/calendar.ts';
import { describePart, describeVolume, toKaf } from '../season/volume-text.ts';
import { describeGain, describeTarget, fillSource, fillTitle } from './fill-text.ts';

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
): readonly PointSeries[] {
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

function commonOf(fill: Fill, pointLabel: string) {
  return {
    subtitle: `From ${formatUsDate(fill.issued).slice(0, 5)} to ${formatUsDate(fill.by).slice(0, 5)} of each year`,
    table: fillTable(fill),
    isDemonstration: fill.is_demonstration,
    source: fillSource(fill, pointLabel),
  };
}

/** The mean gain of every past year beside the one that is needed, in cfs. Undefined without years. */
export function gainsContent(fill: Fill, theme: Theme, pointLabel: string): PointContent | undefined {
  const { years, required_cfs: required, space_af: space } = fill;
  if (years.length === 0) return undefined;
  const note = describeGain(fill);
  const isOpen = required !== null && space !== 0;
  return {
    ...commonOf(fill, pointLabel),
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
export function peaksContent(fill: Fill, theme: Theme, pointLabel: string): PointContent | undefined {
  const years = fill.years.filter(({ predicted_peak_af: peak }) => peak !== null);
  if (years.length === 0) return undefined;
  return {
    ...commonOf(fill, pointLabel),
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

const round = (value: number | null) => value && Math.round(value);

/** A row for each past year. */
export function fillTable({ years }: Pick<Fill, 'years'>): PointContent['table'] {
  return {
    header: [
      'Year',
      'Storage on the issue day (AF)',
      'Forecast volume, leave-one-out (AF)',
      'Peak (AF)',
      'Mean gain (cfs)',
      'Target reached',
      'First day at the target',
      'Forecast peak (AF)',
      'Forecast chance (%)',
    ],
    rows: years.map((each) => [
      String(each.year),
      round(each.storage_af),
      round(each.forecast_af),
      round(each.peak_af),
      Math.round(each.gain_cfs),
      each.is_reached ? 'yes' : 'no',
      each.reached_on === null ? '' : formatUsDate(each.reached_on),
      round(each.predicted_peak_af),
      each.predicted_chance === null ? null : Math.round(each.predicted_chance * 100),
    ]),
  };
}

/** The table for a file, of unrounded numbers. */
export function fillExportTable({ years }: Pick<Fill, 'years'>): PointContent['table'] {
  const { header } = fillTable({ years });
  return {
    header,
    rows: years.map((each) => [
      String(each.year),
      each.storage_af,
      each.forecast_af,
      each.peak_af,
      each.gain_cfs,
      each.is_reached ? 'yes' : 'no',
      each.reached_on,
      each.predicted_peak_af,
      each.predicted_chance === null ? null : each.predicted_chance * 100,
    ]),
  };
}

/** The figures of the choice as rows of a name, a number and its unit. */
export function fillFigures(fill: Fill): PointContent['table'] {
  const { chance, skill } = fill;
  return {
    header: ['Figure', 'Value', 'Unit'],
    rows: [
      ['Capacity', fill.capacity_af, 'AF'],
      ['Target', fill.target_af, 'AF'],
      ['Storage', fill.storage?.value_af ?? null, 'AF'],
      ['Space left to the target', fill.space_af, 'AF'],
      ['Required mean gain', fill.required_cfs, 'cfs'],
      ['Years with this gain', fill.years_with_gain, `of ${fill.years.length} years`],
      ['Chance', chance && chance.chance * 100, '%'],
      ['Method', chance?.method ?? null, ''],
      ['Forecast volume', chance?.outlook_af ?? null, 'AF'],
      ['b₀', chance?.coefficients?.b0 ?? null, 'AF'],
      ['b₁ (storage)', chance?.coefficients?.b1 ?? null, ''],
      ['b₂ (forecast volume)', chance?.coefficients?.b2 ?? null, ''],
      ['Mean absolute error of the peak', skill?.mae_af ?? null, 'AF'],
      ['The same of climatology', skill?.climatology_mae_af ?? null, 'AF'],
      ['Brier score', skill?.brier ?? null, ''],
      ['The same of climatology', skill?.climatology_brier ?? null, ''],
      ['Brier skill', skill?.brier_skill ?? null, ''],
    ],
  };
}
