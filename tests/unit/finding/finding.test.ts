import { expect, test } from 'vitest';
import { describeFinding } from '#domain/finding/finding.ts';
import { families, findings, states } from '../../support/finding.ts';

const today = '2026-11-23';

test.each([
  [
    'current',
    findings.gage,
    { today: '2026-06-19', isWaterYearNamed: true },
    '12,700 cfs on Jun 18, water year 2026, provisional: below normal, 24th percentile of 28 years, 88 % of the median.',
  ],
  ['current', findings.spring, { today }, '329 cfs on Nov 22: lowest on record for the date, of 47 years.'],
  [
    'current',
    findings.reservoir,
    { today },
    '40 % full, 476 of 1,200 KAF: below normal, 24th percentile of 29 years, 67.7 KAF under the median.',
  ],
  [
    'current',
    { ...findings.reservoir, value: 504_600, capacity: 476_000 },
    { today },
    '106 % full, 505 of 476 KAF, above the capacity in the basin file: below normal, 24th percentile of 29 years, 39.1 KAF under the median.',
  ],
  ['ended', findings.ended, { today }, 'This record ended on Sep 30, 2017. Last value 2,660 cfs.'],
  ['late', findings.late, { today }, '314 cfs on Nov 17, 6 days old: much above normal for that date.'],
  [
    'few-years',
    findings.fewYears,
    { today },
    '82 cfs on Nov 22. No normal yet: 7 years of record, 10 needed.',
  ],
  [
    'current',
    findings.shortPeriod,
    { today },
    '82 cfs on Nov 22: below normal, 18th percentile of 12 years, 2000–2020, 71 % of the median.',
  ],
  [
    'few-years',
    findings.well,
    { today },
    'Water level 411.8 ft below ground on Nov 22, 3.7 ft higher than a year ago.',
  ],
  [
    'current',
    findings.lowWell,
    { today },
    'Water level 411.8 ft below ground on Nov 22: below normal for November, 14th percentile of 30 years, 2.1 ft under the median, 1 ft lower than a year ago.',
  ],
  [
    'current',
    findings.snow,
    { today },
    '3.4 inches on Nov 22: normal, 53rd percentile of 30 years, 200 % of the median: values of this date vary much.',
  ],
  ['none', findings.none, { today }, 'No value yet.'],
  ['withheld', findings.withheld, { today }, 'The values of this record need an account.'],
] as const)('a record that is %s: %#', (state, finding, options, sentence) => {
  const described = describeFinding(finding, options);
  expect(described.sentence).toBe(sentence);
  expect(described.state).toBe(state);
});

test.each([
  [findings.gage, 'On Nov 22: below normal, 24th percentile of 28 years, 88 % of the median.'],
  [findings.spring, 'On Nov 22: lowest on record for the date, of 47 years.'],
  [findings.late, 'On Nov 17, 6 days old: much above normal for that date.'],
  [findings.fewYears, 'On Nov 22. No normal yet: 7 years of record, 10 needed.'],
  [findings.well, 'On Nov 22, 3.7 ft higher than a year ago.'],
  [findings.ended, 'This record ended on Sep 30, 2017.'],
  [findings.none, 'No value yet.'],
] as const)('a claim says the same beside the value: %#', (finding, claim) => {
  const on = { ...finding, ...(finding === findings.gage && { rdate: '2026-11-22' }) };
  expect(describeFinding(on, { today }).claim).toBe(claim);
});

test('each family in each state has a sentence', () => {
  const sentences = Object.entries(families).flatMap(([family, record]) =>
    Object.entries(states).map(([state, changes]) => {
      const described = describeFinding({ ...record, ...changes }, { today });
      expect(described.state).toBe(state);
      return `${family}, ${state}: ${described.sentence}`;
    }),
  );
  expect(sentences).toEqual([
    'gage, current: 2,660 cfs on Nov 22: below normal, 18th percentile of 30 years, 85 % of the median.',
    'gage, late: 2,660 cfs on Nov 10, 13 days old: below normal for that date.',
    'gage, ended: This record ended on Sep 30, 2017. Last value 2,660 cfs.',
    'gage, few-years: 2,660 cfs on Nov 22. No normal yet: 7 years of record, 10 needed.',
    'gage, withheld: The values of this record need an account.',
    'reservoir, current: 40 % full, 476 of 1,200 KAF: below normal, 18th percentile of 30 years, 67.7 KAF under the median.',
    'reservoir, late: 40 % full, 476 of 1,200 KAF, on Nov 10, 13 days old: below normal for that date.',
    'reservoir, ended: This record ended on Sep 30, 2017. Last value 476 KAF.',
    'reservoir, few-years: 40 % full, 476 of 1,200 KAF. No normal yet: 7 years of record, 10 needed.',
    'reservoir, withheld: The values of this record need an account.',
    'well, current: Water level 411.8 ft below ground on Nov 22: below normal, 18th percentile of 30 years, 2.1 ft under the median, 1 ft lower than a year ago.',
    'well, late: Water level 411.8 ft below ground on Nov 10, 13 days old: below normal for that date, 1 ft lower than a year ago.',
    'well, ended: This record ended on Sep 30, 2017. Last value 411.8 ft.',
    'well, few-years: Water level 411.8 ft below ground on Nov 22. No normal yet: 7 years of record, 10 needed.',
    'well, withheld: The values of this record need an account.',
    'SNOTEL, current: 3.4 in on Nov 22: below normal, 18th percentile of 30 years, 69 % of the median.',
    'SNOTEL, late: 3.4 in on Nov 10, 13 days old: below normal for that date.',
    'SNOTEL, ended: This record ended on Sep 30, 2017. Last value 3.4 in.',
    'SNOTEL, few-years: 3.4 in on Nov 22. No normal yet: 7 years of record, 10 needed.',
    'SNOTEL, withheld: The values of this record need an account.',
    'diversion, current: 82 cfs on Nov 22: below normal, 18th percentile of 30 years, 63 % of the median.',
    'diversion, late: 82 cfs on Nov 10, 13 days old: below normal for that date.',
    'diversion, ended: This record ended on Sep 30, 2017. Last value 82 cfs.',
    'diversion, few-years: 82 cfs on Nov 22. No normal yet: 7 years of record, 10 needed.',
    'diversion, withheld: The values of this record need an account.',
    'reach, current: −61 cfs on Nov 22: below normal, 18th percentile of 30 years, 101 cfs under the median.',
    'reach, late: −61 cfs on Nov 10, 13 days old: below normal for that date.',
    'reach, ended: This record ended on Sep 30, 2017. Last value −61 cfs.',
    'reach, few-years: −61 cfs on Nov 22. No normal yet: 7 years of record, 10 needed.',
    'reach, withheld: The values of this record need an account.',
  ]);
});

test('a share beside its claim has a date', () => {
  const { claim } = describeFinding(findings.reservoir, { today });
  expect(claim).toMatch(/^On Nov 22: below normal, /);
});

test('a flowing well stands above ground, in its sentence and its value', () => {
  const finding = { ...findings.well, value: -11.01 };
  const { sentence, value } = describeFinding(finding, { today });
  expect(sentence).toMatch(/^Water level 11\.01 ft above ground on Nov 22, /);
  expect(value).toBe('11.01 ft above ground');
  expect(describeFinding(findings.well, { today }).value).toBe('411.8 ft');
});

test.each([
  ['2026-10-09', 'water level below normal on Oct 9'],
  ['2026-10-08', undefined],
])('the class of a well read on %s is "%s"', (rdate, name) => {
  const finding = { ...findings.lowWell, rdate, interval_days: 60 };
  const described = describeFinding(finding, { today });
  expect(described.class?.text).toBe(name);
  expect(described.bar === undefined).toBe(name === undefined);
  if (name === undefined)
    expect(described).toMatchObject({ state: 'current', standing: 'no class: read 46 days ago' });
});

test('a day without snow, as in most years, has no class', () => {
  const finding = { ...findings.snow, value: 0, class: null, percentile: null };
  const { sentence, state, bar } = describeFinding(finding, { today });
  expect(sentence).toBe('0 inches on Nov 22. No snow, as in most years.');
  expect([state, bar]).toEqual(['current', undefined]);
});

test('few readings say nothing of the years of a record', () => {
  const finding = { ...findings.fewYears, interval_days: 120 };
  expect(describeFinding(finding, { today }).sentence).toBe('82 cfs on Nov 22. No normal: too few readings.');
});

test('nothing that has ended has life', () => {
  const {
    bar,
    class: name,
    place,
    change,
    weekChange,
    comparison,
  } = describeFinding(findings.ended, { today });
  expect({ name, place, change, weekChange, comparison }).toEqual({});
  expect(bar?.percentile).toBeUndefined();
});
