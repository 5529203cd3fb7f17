import { describe, expect, test } from 'vitest';
import { monthsOf } from '#domain/season/season.ts';
import { frameOf } from '#kits/chart/drawing/frame.ts';
import { imageSpec, specOf } from '#kits/chart/drawing/spec.ts';
import { renderSvg } from '#kits/chart/export/render-image.ts';
import type { ChartContent, ChartSeries } from '#kits/chart/index.ts';

const day = (text: string) => Date.parse(text) / 86_400_000;

/** A smooth yearly wave with a ripple; deterministic. */
function wave(count: number, { from = day('2020-10-01'), base = 5000, size = 3000, shift = 0 } = {}) {
  const xs = Array.from({ length: count }, (_, at) => from + at);
  const ys = xs.map((x) => base + size * Math.sin((x + shift) / 58.1) + (size / 20) * Math.sin(x / 3));
  return { xs, ys };
}

function series(overrides: Partial<ChartSeries> & Pick<ChartSeries, 'id' | 'xs' | 'ys'>): ChartSeries {
  return { label: overrides.id, side: 'left', color: '#0077bb', maxGap: 1, ...overrides };
}

const mark = { label: 'Provisional', meaning: 'Provisional values are subject to revision by the agency.' };
const flow = { title: 'Streamflow', unit: 'cfs' };
const depth = { title: 'Depth to Water', unit: 'ft', reversed: true };
const twoAxes: ChartContent = {
  title: 'Streamflow and Depth to Water',
  time: { kind: 'days' },
  axes: { left: flow, right: depth },
  series: [
    series({ id: 'Heise', ...wave(800) }),
    series({ id: 'Lorenzo', color: '#770066', ...wave(800, { base: 4000, shift: 20 }) }),
    series({ id: 'Well 7', side: 'right', color: '#bb9911', ...wave(800, { base: 60, size: 4, shift: 90 }) }),
  ],
  source: 'USBR HydroMet, USGS',
};

const facts = {
  time: 'Exported 06-18-2022 09:05 AM MDT',
  address:
    'https://portal.example.org/data-analysis-tools/time-series-comparison?parameter_left=1&locations_left=7',
};
const size = { theme: 'light', width: 900, height: 420, facts } as const;

async function expectSnapshot(name: string, content: ChartContent, settings = {}) {
  return matchSnapshot(name, await renderSvg(imageSpec(content, { ...size, ...settings })));
}

/** Draws a chart as the screen has it, without what is written around the plot. */
async function expectScreenSnapshot(name: string, content: ChartContent) {
  return matchSnapshot(name, await renderSvg(specOf(content, frameOf(content, size))));
}

async function matchSnapshot(name: string, svg: string) {
  await expect(svg).toMatchFileSnapshot(`snapshots/${name}.svg`);
  return svg;
}

describe('a time chart', () => {
  test('has two axes, the right one reversed', async () => {
    const svg = await expectSnapshot('two-axes', twoAxes);
    expect(svg).toContain('Streamflow (cfs) – solid');
    expect(svg).toContain('Depth to Water (ft) – dashed');
    expect(svg).toContain('Source: USBR HydroMet, USGS');
  });

  test('follows the dark theme', () => expectSnapshot('two-axes-dark', twoAxes, { theme: 'dark' }));

  test('has no title and source on screen', async () => {
    const svg = await expectScreenSnapshot('on-screen', twoAxes);
    expect(svg).not.toContain('Source:');
  });

  test('shows a window', () =>
    expectSnapshot('window', twoAxes, { window: [day('2021-04-01'), day('2021-06-15')] }));

  test('has a reversed left axis', () =>
    expectSnapshot('reversed', {
      ...twoAxes,
      axes: { left: depth },
      series: [series({ id: 'Well 7', ...wave(300, { base: 60, size: 4 }) })],
    }));

  test('shows gaps, an isolated value and marked values', async () => {
    const { xs, ys } = wave(120);
    const positions = xs.map((_, at) => at).filter((at) => at < 30 || at === 45 || (at > 60 && at < 120));
    const gappy = series({
      id: 'Heise',
      xs: positions.map((at) => xs[at] ?? 0),
      ys: positions.map((at) => ys[at] ?? 0),
      isMarked: (at) => at >= 60,
    });
    await expectSnapshot('gaps', { ...twoAxes, axes: { left: flow }, series: [gappy], mark });
  });

  test('overlays the years of a season', () => {
    const season = (id: string, shift: number, overrides: Partial<ChartSeries>) => {
      const { ys } = wave(366, { shift });
      return series({ id, xs: ys.map((_, at) => at + 1), ys, ...overrides });
    };
    return expectSnapshot('season', {
      ...twoAxes,
      title: 'Streamflow at Heise by water year',
      subtitle:
        '*Statistics are calculated for the NRCS 30-Year Hydroclimatic Normals period of 1991 to 2020',
      time: { kind: 'season', firstMonth: 10 },
      axes: { left: flow },
      series: [
        season('Maximum', 0, { color: '#c42b22', dash: [8, 3] }),
        season('Median', 10, { color: '#000000', dash: [2, 2] }),
        season('2026', 30, { color: '#0077bb' }),
      ],
    });
  });

  test('draws the running year over bands, named at their ends and at the edge', async () => {
    const xs = Array.from({ length: 366 }, (_, at) => at + 1);
    const flowOf = (x: number) => 3000 + 9000 * Math.exp(-(((x - 250) / 45) ** 2));
    const spread = (share: number) => ({
      xs,
      lows: xs.map((x) => flowOf(x) * (1 - share)),
      highs: xs.map((x) => flowOf(x) * (1 + 2 * share)),
      side: 'left' as const,
    });
    const year = xs.slice(0, 262);
    const content: ChartContent = {
      ...twoAxes,
      title: 'Snake River near Heise: streamflow, water year 2020',
      time: { kind: 'season', firstMonth: 10 },
      axes: { left: flow },
      mark,
      statistics: 'Normals: 1991–2020, 30 years',
      bands: [
        {
          id: 'range',
          label: 'Lowest–highest',
          color: '#edf3f8',
          edges: ['lowest', 'highest'],
          ...spread(0.6),
        },
        { id: 'most', label: '10–90 %', color: '#d6e4ef', edges: ['10 %', '90 %'], ...spread(0.35) },
        {
          id: 'normal',
          label: '25–75 %',
          color: '#b3cfe4',
          edges: ['25 %', '75 %'],
          middle: 'normal',
          ...spread(0.18),
        },
      ],
      series: [
        series({
          id: '2020',
          color: '#0b5a8a',
          emphasis: 'leading',
          endLabel: '2020 · 13,400',
          isMarked: (at) => at >= 183,
          xs: year,
          ys: year.map((x) => flowOf(x + 12) + 600 * Math.sin(x / 9)),
        }),
        series({ id: 'Median', color: '#1b2328', emphasis: 'context', xs, ys: xs.map(flowOf) }),
      ],
    };
    const svg = await expectSnapshot('running-year', content);
    expect(svg).toContain('2020 · 13,400');
    expect(svg).toContain('provisional from Apr 1');
    expect(svg).toContain('Normals: 1991–2020, 30 years');
    expect(svg).toContain('Exported 06-18-2022 09:05 AM MDT');
    expect(svg).toContain('Address: https://portal.example.org/');
    for (const name of ['highest', 'normal', 'lowest']) expect(svg).toContain(`>${name}`);
    const at = (text: string) => svg.indexOf(text);
    expect(at('stroke-width="1"')).toBeLessThan(at('stroke-width="3"'));
    await expectScreenSnapshot('running-year-on-screen', content);
  });

  test('shows months of years and marks incomplete ones', () => {
    const gains = (id: string, shift: number, overrides: Partial<ChartSeries> = {}) => {
      const { ys } = wave(12, { base: 140_000, size: 30_000, shift });
      return series({ id, xs: ys.map((_, at) => at + 1), ys, ...overrides });
    };
    return expectSnapshot('months', {
      ...twoAxes,
      title: 'Near Blackfoot to Neeley, Reach Gain',
      time: { kind: 'months', names: monthsOf('water') },
      axes: { left: { title: 'Reach Gain', unit: 'AF / Month' } },
      mark,
      series: [
        gains('Median', 0, { color: '#000000', dash: [2, 3] }),
        gains('2026', 40, { isMarked: (at) => at > 9 }),
      ],
    });
  });

  test('shows values below zero', () =>
    expectSnapshot('negative', {
      ...twoAxes,
      axes: { left: { title: 'Reach Gain', unit: 'cfs' } },
      series: [series({ id: 'Neeley to Minidoka', ...wave(400, { base: 0, size: 900 }) })],
    }));

  test('draws a level with its label, and steps', async () => {
    const xs = Array.from({ length: 12 }, (_, at) => day('2024-03-01') + at);
    const svg = await expectSnapshot('level', {
      ...twoAxes,
      title: 'Storage of Palisades Reservoir',
      axes: { left: { title: 'Storage', unit: 'AF' } },
      series: [series({ id: 'Palisades', shape: 'steps', xs, ys: xs.map((_, at) => 900_000 + 30_000 * at) })],
      levels: [{ label: 'Capacity 1,400,000 AF', side: 'left', value: 1_400_000 }],
    });
    expect(svg).toContain('Capacity 1,400,000 AF');
  });

  test('draws bars from zero side by side, a line between them, and an outline for an estimate', () => {
    const xs = Array.from({ length: 12 }, (_, at) => at + 1);
    const sums = (shift: number) => xs.map((x) => Math.round(40 + 38 * Math.sin((x + shift) / 2)));
    return expectSnapshot('bars', {
      ...twoAxes,
      title: 'Hours pumped',
      time: { kind: 'months', names: monthsOf('water') },
      axes: { left: { title: 'Hours Pumped', unit: 'h' } },
      series: [
        series({ id: '2025', shape: 'bars', xs, ys: sums(0) }),
        series({
          id: '2026',
          color: '#770066',
          shape: 'bars',
          xs: xs.slice(0, 9),
          ys: sums(1).slice(0, 9),
          isEstimated: (at) => at === 8,
        }),
        series({ id: 'Median', color: '#000000', emphasis: 'context', xs, ys: sums(0.5) }),
      ],
      estimatedMark: { label: 'Incomplete', meaning: 'Days are missing.' },
    });
  });

  test('draws the highest sums of three years where single days have no room', () => {
    const { xs } = wave(1096);
    const ys = xs.map((_, at) => (at % 9 === 0 ? ((at * 7) % 23) / 20 : 0));
    return expectSnapshot('bars-merged', {
      ...twoAxes,
      title: 'Precipitation',
      axes: { left: { title: 'Precipitation', unit: 'in' } },
      series: [series({ id: 'Island Park', shape: 'bars', xs, ys })],
    });
  });

  test('draws sparse readings as dots that a thin line joins', () => {
    const from = day('2019-01-15');
    const xs = Array.from({ length: 30 }, (_, at) => from + at * 61 + ((at * 7) % 20));
    return expectSnapshot('dots', {
      ...twoAxes,
      title: 'Depth to Water',
      axes: { left: depth },
      series: [
        series({
          id: 'Well 7',
          shape: 'dots',
          maxGap: 130,
          xs,
          ys: xs.map((x) => 60 + 4 * Math.sin(x / 58)),
          isEstimated: (at) => at === 12,
        }),
      ],
    });
  });

  test('has a log scale where that is chosen, with a gap at zero and a band from the bottom', async () => {
    const { xs } = wave(366);
    const ys = xs.map((_, at) => (at > 90 && at < 100 ? 0 : 60 + 9000 * Math.exp(-(((at - 240) / 30) ** 2))));
    const svg = await expectSnapshot(
      'log',
      {
        ...twoAxes,
        title: 'Streamflow at Heise',
        axes: { left: { ...flow, offersLog: true } },
        bands: [
          {
            id: 'range',
            label: 'Lowest–highest',
            side: 'left',
            color: '#d6e4ef',
            xs,
            lows: xs.map((_, at) => Math.max(0, (ys[at] ?? 0) / 3 - 25)),
            highs: ys.map((y) => 2 * y + 100),
          },
        ],
        series: [series({ id: 'Heise', xs, ys })],
      },
      { isLog: true },
    );
    expect(svg).toContain('Streamflow (cfs), log scale');
    expect(svg).toContain('>10,000</text>');
  });

  test('shows a single value', () =>
    expectSnapshot('single', {
      ...twoAxes,
      axes: { left: flow },
      series: [series({ id: 'Heise', xs: [day('2024-02-29')], ys: [1540] })],
    }));

  test('shows excluded values, also beyond an axis', async () => {
    const { xs, ys } = wave(120);
    const isOnLine = (at: number) => at !== 40 && at !== 80 && !(at > 99 && at < 106);
    const positions = xs.map((_, at) => at).filter(isOnLine);
    const excludedOf = (side: 'left' | 'right') => ({
      xs: [xs[40] ?? 0, xs[80] ?? 0, ...xs.slice(100, 106)],
      ys: side === 'left' ? [60_000, -900, ...Array(6).fill(6000)] : [64, 9, ...Array(6).fill(62)],
      noteOf: () => 'Flagged',
    });
    const line = (id: string, side: 'left' | 'right', overrides: Partial<ChartSeries>) =>
      series({
        id,
        side,
        xs: positions.map((at) => xs[at] ?? 0),
        ys: positions.map((at) => (side === 'left' ? (ys[at] ?? 0) : 60 + (ys[at] ?? 0) / 1000)),
        excluded: excludedOf(side),
        ...overrides,
      });
    const svg = await expectSnapshot('asides', {
      ...twoAxes,
      series: [line('Heise', 'left', {}), line('Well 7', 'right', { color: '#bb9911' })],
      excludedMark: { label: 'Flagged', meaning: 'Values that fail a quality rule.' },
    });
    expect(svg).toContain('Flagged: Values that fail a quality rule.');
  });

  test('dashes estimated values, and has notes under the subtitle', async () => {
    const { xs, ys } = wave(60);
    const svg = await expectSnapshot('estimated', {
      ...twoAxes,
      title: 'Cumulative Streamflow at Heise',
      subtitle: 'Statistics of 1991 to 2020',
      notes: ['This record: median of 12 years, 2000–2020.'],
      axes: { left: { title: 'Cumulative Streamflow', unit: 'AF' } },
      series: [series({ id: '2026', xs, ys, isEstimated: (at) => at >= 20 && at < 26 })],
      estimatedMark: { label: 'Estimated', meaning: 'Fills a gap.' },
    });
    expect(svg).toContain('stroke-dasharray="2,2"');
    expect(svg).toContain('This record: median of 12 years, 2000–2020.');
  });
});
