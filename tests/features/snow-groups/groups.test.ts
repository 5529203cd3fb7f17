import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { SnowBoard, SnowBoardGroup, SnowGroup } from '#features/snow-groups/contract.ts';
import { groupChart } from '#features/snow-groups/screen/group-chart.ts';
import {
  describeBand,
  describeBandPercent,
  describeGroups,
  describeInches,
  describeNoNormals,
  describeSince,
  describeUsual,
  describeWays,
  groupFacts,
  rankGroups,
} from '#features/snow-groups/screen/group-text.ts';
import { toSnotelPart } from '#features/snow-groups/screen/part.tsx';
import { createSnowGroups, type SnowGroupsState } from '#features/snow-groups/screen/state.ts';
import { createYearRecord } from '../../support/standing.ts';
import { openSnotel, createSiteHealth as site } from '../snotel/open-snotel.ts';

const boardGroup = (label: string, percent: number | null, week: number | null = 0.8): SnowBoardGroup => ({
  label,
  is_withheld: false,
  rdate: '2026-11-24',
  value: 40,
  median: 32,
  median_peak: 200,
  percent_of_median: percent,
  percent_of_peak: 20,
  class: 'normal',
  percentile: 67,
  of: null,
  rank: null,
  year_before: null,
  count: 11,
  sites: 12,
  provisional: 1,
  delivered_by: ['NRCS Snotel'],
  missing: [],
  changes: [
    { days: 1, change: 0.1, usual: 0.1, count: 11 },
    { days: 7, change: week, usual: 0.5, count: 11 },
    { days: 14, change: 2.1, usual: 1.5, count: 10 },
  ],
  bands: [],
});

const record = (series_desc: string, day_order: number, rvalue: number) =>
  createYearRecord({
    series_desc,
    day_order,
    rvalue,
    parameter_name: 'Snow Water Equivalent',
    units_name: 'in',
    ...(!/^\d/.test(series_desc) && { approval: null }),
  });

const basis = { count: 30, first_year: 1991, last_year: 2020 };
const group: SnowGroup = {
  label: 'Upper',
  on: '2026-11-24',
  sites: 12,
  source: 'NRCS Snotel',
  records: [
    record('2027', 54, 4),
    record('2027', 55, 4.1),
    record('2026', 55, 5.8),
    ...['Minimum', 'P10', 'P25', 'Median', 'P75', 'P90', 'Maximum'].map((name, at) => record(name, 55, at)),
  ],
  first_year: 1982,
  years: [],
  peak: { value: 4.1, rdate: '2026-11-24' },
  usual_peak: { value: 20.5, month_day: '03-31', ...basis },
  melt_out: null,
  usual_melt_out: { month_day: '05-31', ...basis },
  ways: {
    years: 44,
    days: ['2026-11-24', '2026-11-25'],
    range: [
      { low: 4.1, middle: 4.1, high: 4.1 },
      { low: 4, middle: 4.2, high: 5 },
    ],
    peak: { low: 16, middle: 19.9, high: 26.5 },
    peak_day: { low: '2027-03-21', middle: '2027-04-01', high: '2027-04-16' },
    held: 36,
    error: 2.84,
    usual_error: 3.51,
    is_skilled: true,
  },
  no_ways: null,
};

describe('the words of the groups', () => {
  test.each([
    [
      [
        ['A', 75],
        ['B', 133],
        ['C', null],
      ],
      'Most snow for the date: B, 133 % of the median. Least: A, 75 %. In 7 days +0.8 in.',
    ],
    [[['A', 75]], 'A, 75 % of the median. In 7 days +0.8 in.'],
    [[['A', null]], 'There is too little snow for a percentage of the median.'],
    [[], 'There is too little snow for a percentage of the median.'],
  ] as const)('of %j', (groups, sentence) => {
    expect(describeGroups({ groups: groups.map(([label, percent]) => boardGroup(label, percent)) })).toBe(
      sentence,
    );
  });

  test('name the range of the week', () => {
    const groups = [boardGroup('A', 90, -0.3), boardGroup('B', 110, 1), boardGroup('C', 100, null)];
    expect(describeGroups({ groups })).toMatch(/ In 7 days −0\.3 in to \+1\.0 in\.$/);
    expect(describeGroups({ groups: [boardGroup('A', 90, null)] })).toBe('A, 90 % of the median.');
  });

  test('rank the most snow first, and what has no percentage last', () => {
    const groups = [boardGroup('A', null), boardGroup('B', 75), boardGroup('C', 133), boardGroup('D', null)];
    expect(rankGroups(groups).map(({ label }) => label)).toEqual(['C', 'B', 'A', 'D']);
  });

  test.each([
    [1.04, '+1.0 in'],
    [-0.26, '−0.3 in'],
    [-0.04, '0.0 in'],
    [0, '0.0 in'],
  ])('write a change of %d as %s', (change, text) => expect(describeInches(change)).toBe(text));

  test('say what is usual, and how many sites it is of where some lack a day', () => {
    const [day, , fortnight] = boardGroup('A', 1).changes;
    expect(day && describeUsual(day, 11)).toBe('usually +0.1 in');
    expect(fortnight && describeUsual(fortnight, 11)).toBe('usually +1.5 in, 10 sites');
    expect(describeSince('2026-11-24', 7)).toBe('since Tue, Nov 17');
  });

  test.each([
    [{ from_ft: null, to_ft: 7000 }, 'Below 7,000 ft'],
    [{ from_ft: 7000, to_ft: 8000 }, '7,000 to 8,000 ft'],
    [{ from_ft: 8000, to_ft: null }, '8,000 ft and above'],
    [{ from_ft: null, to_ft: null }, 'All elevations'],
  ])('name the elevations %j', (band, text) => expect(describeBand(band)).toBe(text));

  test.each([
    [{ count: 3, percent_of_median: 119.4, few_sites: false }, '119 %'],
    [{ count: 1, percent_of_median: 80, few_sites: true }, '80 %, few sites'],
    [{ count: 2, percent_of_median: null, few_sites: false }, 'too little snow'],
    [{ count: 0, percent_of_median: null, few_sites: true }, 'no site'],
  ])('give the percentage of %j', (band, text) => {
    expect(describeBandPercent({ from_ft: null, to_ft: null, value: null, median: null, ...band })).toBe(
      text,
    );
  });
});

describe('the chosen group', () => {
  const facts = (changes: Partial<SnowGroup> = {}) =>
    Object.fromEntries(
      groupFacts({ ...group, ...changes }, boardGroup('Upper', 120)).map(({ term, text, note }) => [
        term,
        `${text} | ${note}`,
      ]),
    );

  test('has its snow, its peak, where past years would lead, and the melt-out', () => {
    expect(facts()).toEqual({
      'Mean of the sites': '4.1 in on Nov 24, 2026 | 120 % of the median, 12 sites',
      'Peak to date': '4.1 in on Nov 24, 2026 | 20 % of the usual 20.5 in about Mar 31',
      'Peak, if past years came again': '19.9 in (16.0–26.5 in) | about Apr 1 (Mar 21–Apr 16), 8 of 10 years',
      'Melt-out': 'Not yet | usually May 31',
    });
  });

  test('says what it lacks', () => {
    expect(facts({ records: [], peak: null, usual_peak: null, usual_melt_out: null, ways: null })).toEqual({
      'Mean of the sites': 'No value | 120 % of the median, 12 sites',
      'Peak to date': 'No value | no usual peak: too few years',
      'Melt-out': 'Not yet | no usual melt-out: too few years',
    });
    expect(facts({ melt_out: '2027-05-28' })['Melt-out']).toBe('May 28, 2027 | usually May 31');
    expect(describeNoNormals({ ...group, records: [] })[0]).toMatch(
      /^There are no bands and no median: they need 10 years/,
    );
    expect(describeNoNormals(group)).toEqual([]);
  });

  test('says what the fan is, how it did, and why there is none', () => {
    expect(describeWays(group)).toBe(
      'The fan is no forecast: it adds to the snow of Nov 24 what each of 44 past years gained from that day on. Done for each past year from the others, its range held the peak 36 of 44 times, and its middle missed it by 2.8 in on average; the usual peak missed it by 3.5 in.',
    );
    const ways = group.ways && { ...group.ways, is_skilled: false };
    expect(describeWays({ ...group, ways })).toMatch(
      /On this date that is not surely better than the usual peak\.$/,
    );
    const without = (no_ways: SnowGroup['no_ways']) => describeWays({ ...group, ways: null, no_ways });
    expect(without('past peak')).toMatch(/^The usual day of the peak, Mar 31, is past/);
    expect(without('no value')).toMatch(/^Too few sites have a value/);
    expect(without('few years')).toMatch(/10 are needed/);
  });

  test('is drawn over its normals, with the fan from the day on', () => {
    const chart = groupChart(group, 'light');
    expect(chart).toMatchObject({
      title: 'Snow Water Equivalent, Upper, water year 2027',
      subtitle: 'Mean of 12 sites',
    });
    expect(chart?.bands?.map(({ id }) => id)).toEqual(['Minimum-Maximum', 'P10-P90', 'P25-P75', 'ways']);
    expect(chart?.series.map(({ id, emphasis }) => [id, emphasis])).toEqual([
      ['Median', undefined],
      ['2027', 'leading'],
      ['2026', undefined],
      ['way', undefined],
    ]);
    expect(chart?.series.at(-1)).toMatchObject({ xs: [55, 56], ys: [4.1, 4.2] });
    expect(groupChart({ ...group, ways: null }, 'dark')?.bands).toHaveLength(3);
    expect(groupChart({ ...group, records: [] }, 'dark')).toBeUndefined();
  });
});

describe('the screen', () => {
  const board: SnowBoard = {
    on: '2026-11-24',
    first: '1980-10-01',
    newest: '2026-11-24',
    groups: [boardGroup('Upper', 120), boardGroup('Lower', 75)],
    bands: [],
  };

  function open(query = '', labels = ['Upper', 'Lower']) {
    const created: SnowGroupsState[] = [];
    const { screen: snotel, ...opened } = openSnotel(
      query,
      {
        listSiteHealth: () => [site(2026, 106), site(2027, 20, true)],
        readSnowBoard: () => board,
        readSnowGroup: () => group,
      },
      {
        day: '2026-11-25',
        parts: [
          (host) => {
            const screen = createSnowGroups(host, labels);
            created.push(screen);
            return toSnotelPart(screen);
          },
        ],
      },
    );
    const [screen] = created;
    if (!screen) throw new Error('The screen creates its parts.');
    return { screen, snotel, ...opened };
  }

  test('opens with the first group of the latest day, and loads another one only when it is chosen', async () => {
    const { screen, snotel, asked, history } = open();
    await vi.waitFor(() => expect(screen.groups.$now.get()?.label).toBe('Upper'));
    await vi.waitFor(() => expect(snotel.$range.get()).toBeDefined());
    expect([snotel.$year.get(), screen.$isGroupChosen.get()]).toEqual([2027, false]);
    screen.chooseGroup('Lower');
    await vi.waitFor(() =>
      expect(screen.groups.query.$state.get()).toMatchObject({
        status: 'ready',
        selection: { group: 'Lower' },
      }),
    );
    expect(history.at(-1)).toBe('year=2027&group=Lower');
    expect(asked('readSnowBoard')).toHaveLength(1);
    expect(asked('readSnowGroup').map(({ query }) => query)).toEqual([
      { group: 'Upper' },
      { group: 'Lower' },
    ]);
    snotel.setYear(2026);
    expect(asked('readSnowGroup')).toHaveLength(2);
  });

  test('restores group and day from a link, whatever the case', async () => {
    const { screen, snotel, asked } = open('group=lower&on=2026-02-10');
    await vi.waitFor(() => expect(screen.groups.$now.get()?.label).toBe('Lower'));
    expect(screen.groups.$choice.get()).toEqual({ group: 'Lower', on: '2026-02-10', years: [] });
    expect(snotel.$refused.get()).toEqual([]);
    screen.setDay(undefined);
    await vi.waitFor(() => expect(asked('readSnowBoard')).toHaveLength(2));
  });

  test('draws years beside that of the group, from a link and by choice', async () => {
    const { screen, snotel, asked, history } = open('group=Upper&years=1992,2001,1992');
    await vi.waitFor(() => expect(asked('readSnowGroup')).toHaveLength(1));
    expect(asked('readSnowGroup')[0]?.query).toEqual({ group: 'Upper', years: '2001,1992' });
    await vi.waitFor(() => expect(snotel.$range.get()).toBeDefined());
    screen.setYears([1977, 2001]);
    await vi.waitFor(() => expect(asked('readSnowGroup')).toHaveLength(2));
    expect(asked('readSnowGroup')[1]?.query).toEqual({ group: 'Upper', years: '2001,1977' });
    expect(history.at(-1)).toBe('year=2027&group=Upper&years=2001,1977');
    expect(open('years=92').screen.groups.$choice.get()?.years).toEqual([]);
  });

  test('keeps the group while other years are loaded, and no other group or day', async () => {
    const { screen } = open('group=Upper');
    const { $group } = screen.groups;
    onTestFinished($group.listen(() => {}));
    await vi.waitFor(() => expect($group.get()).toBe(group));
    screen.setYears([1992]);
    expect(screen.groups.query.$state.get()).toMatchObject({ status: 'loading' });
    expect($group.get()).toBe(group);
    screen.setDay('2026-02-10');
    expect($group.get()).toBeUndefined();
    screen.setDay(undefined);
    screen.chooseGroup('Lower');
    expect($group.get()).toBeUndefined();
  });

  test.each([
    ['group=Middle', 'There is no group of snow sites “Middle”. There are Upper; Lower.'],
    ['group=', 'There is no group of snow sites “”. There are Upper; Lower.'],
    ['on=2026-02-30', 'The address names no day, written YYYY-MM-DD. The latest is shown.'],
    ['on=yesterday', 'The address names no day, written YYYY-MM-DD. The latest is shown.'],
  ])('says that %s cannot be shown', (query, sentence) => {
    const { screen, snotel } = open(query);
    expect(snotel.$refused.get()).toEqual([sentence]);
    expect(screen.groups.$choice.get()).toEqual({ group: 'Upper', on: undefined, years: [] });
  });

  test('asks for nothing where the basin file has no groups', async () => {
    const { screen, snotel, asked } = open('group=Upper', []);
    await vi.waitFor(() => expect(snotel.$range.get()).toBeDefined());
    expect(screen.groups.$choice.get()).toBeUndefined();
    expect(asked('readSnowBoard')).toEqual([]);
  });
});
