import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Figure } from '#contract/figure.ts';
import { percentileBar } from '#domain/finding/percentile-bar.ts';
import { drawFigure } from '#figures/draw-figure.ts';
import { writeEmbedPage } from '#figures/embed-page.ts';
import { estimateTextWidths } from '#kits/chart/export/render-image.ts';

const noBasis = { count: null, first_year: null, last_year: null, period: null };
const basis = { count: 30, first_year: 1991, last_year: 2020, period: 'day' } as const;

/** A series of a wave over the days of a year. */
function seriesOf(
  series_desc: string,
  { days = 366, base = 3000, size = 1500, names = { parameter_name: 'Streamflow', units_name: 'cfs' } } = {},
) {
  const isYear = /^\d/.test(series_desc);
  return Array.from({ length: days }, (_, at) => ({
    series_desc,
    day_order: at + 1,
    rvalue: base + size * Math.sin((at - 120) / 58.1),
    ...names,
    loc_name: 'Snake River near Heise',
    approval: isYear ? (at > 30 ? 'P' : 'A') : null,
    qualifier: null,
    ...(isYear ? noBasis : basis),
    estimated_days: null,
  }));
}

const seasonFacts = {
  parameter: 1,
  year: 'water',
  measure: 'value',
  isReversed: false,
  capacity: undefined,
  source: 'USGS',
  isDemonstration: false,
} as const;

const common = {
  text: '1,700 cfs on Dec 10: below normal, 12th percentile of 30 years, 71 % of the median.',
  facts: [
    { label: 'Last value, Dec 10, 2025', value: '1,700 cfs, provisional' },
    { label: 'Where it stands', value: 'below normal, 12th percentile of 30 years' },
  ],
  source: 'USGS',
  through: '2025-12-10',
  path: '/sites/14?parameter=1',
} as const;

const normals = [
  ...seriesOf('Minimum', { base: 1800 }),
  ...seriesOf('P10', { base: 2200 }),
  ...seriesOf('P25', { base: 2600 }),
  ...seriesOf('Median'),
  ...seriesOf('P75', { base: 3400 }),
  ...seriesOf('P90', { base: 3900 }),
  ...seriesOf('Maximum', { base: 4600 }),
];

const season: Figure = {
  ...common,
  title: 'Streamflow at Snake River near Heise',
  bar: { percentile: 12, record: undefined, yearBefore: 40, isLate: false },
  season: {
    records: [...seriesOf('2026', { days: 71, base: 2500 }), ...seriesOf('2025', { base: 2800 })],
    normals,
    facts: seasonFacts,
  },
};

const af = { parameter_name: 'Reservoir Storage', units_name: 'AF' };
const storage: Figure = {
  ...common,
  title: 'Storage in the upper Snake reservoirs',
  season: {
    records: [
      ...seriesOf('2026', { days: 71, base: 2.4e6, size: 1e6, names: af }),
      ...seriesOf('2025', { base: 2.5e6, size: 1e6, names: af }),
    ],
    normals: seriesOf('Median', { base: 2.7e6, size: 1e6, names: af }),
    facts: { ...seasonFacts, parameter: 3, capacity: 4_045_718 },
  },
};

const percent = { parameter_name: 'Snow, percent of the median', units_name: '%' };
const snow: Figure = {
  ...common,
  title: 'Snow water equivalent, Snake above Heise: percent of the median',
  season: {
    records: seriesOf('2026', { days: 71, base: 110, size: 100, names: percent }),
    normals: seriesOf('Median', { base: 100, size: 0, names: percent }),
    facts: { ...seasonFacts, parameter: 2 },
  },
};

const brief: Figure = {
  ...common,
  title: 'Storage, snow and rivers on Dec 10, 2025',
  facts: [
    {
      label: 'Storage in the upper Snake reservoirs',
      value: '1.57 MAF; 39 % full; 161 KAF less than a year before; 277 KAF less than the median of 30 years',
    },
    { label: 'Snow, Snake above Heise', value: '129 % of the median for the date' },
    { label: 'Streamflow, <b>"Hostile" & \u0007name', value: '1,700 cfs' },
  ],
  season: undefined,
};

const address = 'https://portal.example.org/sites/14?parameter=1';
const onLight = { theme: 'light', width: 800, address } as const;

describe('a figure for other sites', () => {
  let restore = () => {};
  beforeAll(() => {
    restore = estimateTextWidths();
  });
  afterAll(() => restore());

  test.each([
    ['season', season, onLight],
    ['storage', storage, { ...onLight, width: 1200 }],
    ['snow-narrow-dark', snow, { theme: 'dark', width: 400, address } as const],
    ['brief', brief, onLight],
    ['brief-narrow-dark', brief, { theme: 'dark', width: 400, address } as const],
  ])('is drawn with its title, source and address: %s', async (name, figure, drawing) => {
    const svg = await drawFigure(figure, drawing);
    await expect(svg).toMatchFileSnapshot(`snapshots/figure-${name}.svg`);
    expect(svg).toContain('Source: USGS');
    expect(svg).toContain('Values through Dec 10, 2025');
    expect(svg).toContain(`Address: ${address}`);
    expect(svg).toMatch(/^<svg role="img" aria-label="/);
    expect(svg).not.toMatch(/aria-label="(x:|[^"]*; s:)/);
  });

  test('is the same whatever was drawn before', async () => {
    const first = await drawFigure(season, onLight);
    await drawFigure(snow, onLight);
    expect(await drawFigure(season, onLight)).toBe(first);
  });

  test('has a page that names everything once, without scripts', async () => {
    const page = await writeEmbedPage(snow, { theme: 'dark', address });
    await expect(page.replace(/base64,[^)]+/, 'base64,')).toMatchFileSnapshot('snapshots/figure-page.html');
    const ids = [...page.matchAll(/\bid="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [, id] of page.matchAll(/url\(#([^)]+)\)/g)) expect(ids).toContain(id);
    expect(page).not.toMatch(/<script|\son\w+=|style="/);
  });

  test('has the percentile bar of its value in the colors of the style tokens', async () => {
    const css = await readFile('src/styles/tokens.css', 'utf8');
    const marks = { percentile: 12, record: 'lowest', yearBefore: 40, isLate: false } as const;
    for (const [at, theme] of (['light', 'dark'] as const).entries()) {
      const painted = percentileBar(marks, 'headline', {
        paint: (token) =>
          new RegExp(`--${token}: light-dark\\((#\\w+), (#\\w+)`).exec(css)?.[at + 1] ?? token,
      });
      expect(painted).not.toContain('pct-');
      expect(await writeEmbedPage({ ...season, bar: marks }, { theme, address })).toContain(painted);
    }
  });

  test('escapes what agencies and basin files say', async () => {
    const hostile = '"><script>alert(1)</script>';
    const page = await writeEmbedPage({ ...brief, title: hostile, text: hostile, source: hostile }, onLight);
    const svg = await drawFigure({ ...season, title: hostile, text: hostile }, onLight);
    for (const text of [page, svg]) expect(text).not.toContain('<script');
    expect(await drawFigure(brief, onLight)).not.toContain('\u0007');
  });
});
