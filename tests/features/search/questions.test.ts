import { describe, expect, test } from 'vitest';
import type { SiteCondition } from '#contract/public-map.ts';
import { parameterNdx } from '#domain/vocabulary.ts';
import type { SearchResult } from '#features/public-map/index.ts';
import { createPortalSearch } from '#features/search/rules/portal-search.ts';
import { parseSearchQuestion, trades } from '#features/search/rules/search-question.ts';
import { readIndex, readSites } from './read-index.ts';

const today = '2026-11-28';
const sites = readSites();

/** Each reservoir holds another share, and Ririe the smallest; of other sites every third one is late. */
const conditions = new Map<number, SiteCondition>(
  sites.map(({ loc_ndx, loc_id, loc_type_name }, at) => {
    const isReservoir = loc_type_name === 'Reservoir';
    const full = isReservoir ? (loc_id === 'RIR' ? 4 : 20 + (at % 60)) : null;
    return [
      loc_ndx,
      {
        loc_ndx,
        parameter_ndx: isReservoir ? parameterNdx.storage : parameterNdx.streamflow,
        value: isReservoir ? `${full} % full` : `${100 + at} cfs`,
        rdate: at % 2 === 0 ? today : '2026-11-25',
        standing: 'normal, 50th percentile of 30 years',
        class: 'normal',
        percentile: 1 + (at % 99),
        record: null,
        year_before: null,
        is_late: !isReservoir && at % 3 === 0,
        is_withheld: false,
        week: null,
        capacity: null,
        full,
        huc8_snow: null,
      },
    ];
  }),
);
const search = createPortalSearch(readIndex(), sites, {
  conditionOf: (site) => conditions.get(site),
  today,
});
const find = (text: string) => search(text, { audiences: [] }).results;
/** What a person types, the kind of the first result, its name, and what its address has. */
type Question = readonly [text: string, kind: string, name: string | RegExp, address?: RegExp];
const questions: readonly Question[] = [
  // A word of the trade and a name
  ['flow at heise', 'Stream Gage', 'Snake River near Heise', /^\/sites\/\d+$/],
  ['heise flow', 'Stream Gage', 'Snake River near Heise'],
  ['flow hiese', 'Stream Gage', 'Snake River near Heise'],
  ['streamflow at heise', 'Stream Gage', 'Snake River near Heise'],
  ['what is the flow at heise', 'Stream Gage', 'Snake River near Heise'],
  ['heise gage', 'Stream Gage', 'Snake River near Heise'],
  ['gage at blackfoot', 'Stream Gage', /Blackfoot/],
  ['flow ashton', 'Stream Gage', 'Henrys Fork near Ashton'],
  ['discharge moran', 'Stream Gage', 'Snake River near Moran'],
  ['palisades storage', 'Reservoir', 'Palisades Reservoir'],
  ['storage jackson lake', 'Reservoir', 'Jackson Lake'],
  ['how full is palisades', 'Reservoir', 'Palisades Reservoir'],
  ['reservoir american falls', 'Reservoir', 'American Falls Reservoir'],
  ['palisades reservoir', 'Reservoir', 'Palisades Reservoir'],
  ['snow above heise', 'Snow group', 'Snake above Heise', /group=Snake\+above\+Heise/],
  ['how much snow above heise', 'Snow group', 'Snake above Heise'],
  ['snow heise', 'Snow group', 'Snake above Heise'],
  ['snow teton', 'Snow group', 'Henrys Fork and Teton'],
  ['snowpack wood river', 'Snow group', 'Wood and Lost Rivers'],
  ['swe phillips bench', 'SNOTEL', 'Phillips Bench'],
  ['snotel grand targhee', 'SNOTEL', 'Grand Targhee'],
  ['well blackfoot', 'Sentinel Well|Non-Sentinel Well', /./],
  ['usgs well 27', 'Sentinel Well', 'USGS Well 27'],
  ['well highway 2', 'Non-Sentinel Well', 'INL Well Highway 2'],
  ['spring box canyon', 'Spring', 'Box Canyon Springs near Wendell'],
  ['canal palisades', 'Diversion', 'Palisades Canal'],
  ['egin canal', 'Diversion', 'Egin Canal'],
  ['gains heise to lorenzo', 'Stream Reach', 'Heise to Lorenzo'],
  ['reach neeley', 'Stream Reach', /Neeley/],
  // Words of the trade only
  ['reservoirs', 'Reservoir', /./],
  ['wells', 'Sentinel Well|Non-Sentinel Well', /./],
  ['springs', 'Spring', /./],
  ['canals', 'Diversion|Diversion Pump', /./],
  ['flow', 'Stream Gage', 'Snake River near Heise'],
  ['gages', 'Stream Gage', 'Snake River near Heise'],
  ['snow', 'Screen', 'SNOTEL SWE Data'],
  ['reach gains', 'Screen', 'Reach Gains Comparisons'],
  // The order among past years
  ['lowest reservoirs', 'Reservoir', 'Ririe Reservoir', /^\/sites\/\d+$/],
  ['lowest storage', 'Reservoir', 'Ririe Reservoir'],
  ['emptiest reservoir', 'Reservoir', 'Ririe Reservoir'],
  ['highest flows', 'Stream Gage|Spring', /./],
  ['lowest wells', 'Sentinel Well|Non-Sentinel Well', /./],
  // Years
  [
    'palisades vs last year',
    'Water Year Comparisons',
    'Palisades Reservoir, this water year and 2026',
    /series=2026,2027&/,
  ],
  ['palisades last year', 'Water Year Comparisons', 'Palisades Reservoir, this water year and 2026'],
  [
    'heise flow compared to last year',
    'Water Year Comparisons',
    'Snake River near Heise, this water year and 2026',
  ],
  [
    'heise 1977 1992',
    'Water Year Comparisons',
    'Snake River near Heise, water years 1977 and 1992',
    /series=1977,1992&/,
  ],
  [
    'heise 2021 vs 1977',
    'Water Year Comparisons',
    'Snake River near Heise, this water year and 2021 and 1977',
  ],
  [
    'snow heise 1992',
    'Snow group',
    'Snake above Heise, water year 1992',
    /group=Snake\+above\+Heise&years=1992$/,
  ],
  ['snow phillips bench 1992', 'Water Year Comparisons', 'Phillips Bench, water year 1992', /parameter=2&/],
  ['flow heise 2021', 'Water Year Comparisons', 'Snake River near Heise, water year 2021', /parameter=1&/],
  // By distance
  ['near rexburg', '.+', /./],
  ['wells near blackfoot', 'Sentinel Well|Non-Sentinel Well', /./],
  ['nearest well to rexburg', 'Sentinel Well|Non-Sentinel Well', /./],
  ['snow near driggs', 'SNOTEL', /./],
  ['sites near 43.61, -111.66', 'Stream Gage', /Heise/],
  ['closest canal to rigby', 'Diversion|Diversion Pump', /./],
  // Names that have such words
  ['snake river near heise', 'Stream Gage', 'Snake River near Heise'],
  ['soda springs', 'Town', 'Soda Springs', /view=[-\d.,]+,1[01]&/],
  ['idaho falls', 'Town', 'Idaho Falls', /view=[-\d.,]+,1[01]&/],
  ['american falls', 'Town', 'American Falls'],
  ['american', 'Town', 'American Falls'],
  ['sentinel well', 'Screen', 'Sentinel Well Dashboard'],
  ['heise today', 'Stream Gage', 'Snake River near Heise'],
  ['big wood river at hailey', 'Stream Gage', 'Big Wood River at Hailey (Total Flow)'],
];

const describeResult = (result: SearchResult | undefined) =>
  `${result?.kind} “${result?.name}” ${result?.href}`;

describe('questions', () => {
  test('are sixty', () => expect(questions.length).toBeGreaterThanOrEqual(60));

  for (const [text, kind, name, address = /^/] of questions) {
    test(`“${text}”`, () => {
      const [first] = find(text);
      const isNamed = typeof name === 'string' ? first?.name === name : name.test(first?.name ?? '');
      const isRight = new RegExp(`^(?:${kind})$`).test(first?.kind ?? '') && address.test(first?.href ?? '');
      expect(isNamed && isRight, describeResult(first)).toBe(true);
    });
  }
});

describe('an answer', () => {
  test('has the value with its unit, its bar, and its age', () => {
    const [first] = find('lowest reservoirs');
    expect(first?.answer).toMatchObject({ value: '4 % full', isLate: false });
    expect(first?.answer?.bar).toContain('<svg class="percentile-bar"');
    expect(find('heise')[0]?.answer?.age).toMatch(/^(today|3 days ago)$/);
  });

  test('has reservoirs from the emptiest to the fullest, and back', () => {
    const shares = (text: string) =>
      find(text).flatMap(({ kind, answer }) =>
        kind === 'Reservoir' ? [Number.parseInt(answer?.value ?? '', 10)] : [],
      );
    expect(shares('lowest reservoirs').length).toBeGreaterThan(5);
    expect(shares('lowest reservoirs')).toEqual(shares('lowest reservoirs').toSorted((a, b) => a - b));
    expect(shares('fullest reservoirs')).toEqual(shares('lowest reservoirs').toSorted((a, b) => b - a));
  });

  test('has sites by their distance from a town, in miles', () => {
    const miles = find('near rexburg').map(({ detail }) => Number.parseFloat(detail ?? ''));
    expect(miles).toHaveLength(20);
    expect(miles).toEqual(miles.toSorted((one, other) => one - other));
    expect(find('near rexburg')[0]?.detail).toMatch(/^[\d.]+ miles? from Rexburg · /);
    const wells = find('wells near blackfoot');
    expect(wells.length).toBeGreaterThan(10);
    for (const { kind, detail } of wells) {
      expect(kind).toMatch(/Sentinel Well$/);
      expect(detail).toContain('from Blackfoot');
    }
  });

  test('measures from the pin of a map', () => {
    const pin = { lat: 43.61, lng: -111.66 };
    const [first] = search('wells near me', { audiences: [], pin }).results;
    expect(first?.detail).toContain(' from the pin · ');
    expect(search('near me', { audiences: [] }).results.length).toBeGreaterThan(0);
  });

  test('never has a recharge site where wells are asked for', () => {
    const kinds = find('wells near idaho falls').map(({ kind }) => kind);
    expect(new Set(kinds)).not.toContain('Recharge');
  });

  test('has the documentation last', () => {
    const kinds = find('snow').map(({ kind }) => kind);
    const first = kinds.indexOf('Documentation');
    expect(kinds.slice(first < 0 ? kinds.length : first).every((kind) => kind === 'Documentation')).toBe(
      true,
    );
  });

  test('gives a map at most so many, with what it selects or flies to', () => {
    const results = search('flow', { audiences: [], limit: 49 }).results;
    expect(results).toHaveLength(49);
    expect(results[0]?.site).toBe(sites.find(({ loc_id }) => loc_id === '13037500')?.loc_ndx);
    expect(find('rexburg')[0]?.place).toMatchObject({ name: 'Rexburg', zoom: 11 });
    expect(find('17040201')[0]?.huc8).toBe('Idaho Falls');
  });
});

describe('the words of a question', () => {
  test.each([
    ['snow heise 1992', { text: 'heise', trades: [trades.snow], years: [1992] }],
    ['palisades vs last year', { text: 'palisades', years: [2026], isComparison: true }],
    ['nearest well to rexburg', { text: 'to rexburg', trades: [trades.well], isNear: true }],
    ['snake river near heise', { text: 'snake river near heise', trades: [], isNear: false }],
    ['lowest reservoirs', { text: '', trades: [trades.storage], order: 'lowest' }],
    ['low', { text: 'low', order: undefined }],
    ['last year', { text: '', years: [2026] }],
  ])('%s', (text, expected) => {
    expect(parseSearchQuestion(text, 2026)).toMatchObject(expected);
  });
});
