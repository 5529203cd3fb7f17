import { describe, expect, test } from 'vitest';
import type { SiteRecord, SiteStatistics } from '#contract/site-page.ts';
import {
  classText,
  comparisonText,
  recordFacts,
  statisticsBasis,
  statisticsRows,
  statisticsTitle,
} from '#features/site-page/record-text.ts';
import { toolLinks } from '#features/site-page/tool-links.ts';

const latest: NonNullable<SiteRecord['latest']> = {
  parameter_ndx: 1,
  parameter_name: 'Streamflow',
  units_name: 'cfs',
  is_demonstration: false,
  por_start: '1980-10-01',
  interval_days: 1,
  rdate: '2024-02-28',
  value: 90,
  approval: 'P',
  previous: null,
  class: 'below normal',
  period: 'day',
  percent_of_median: 83.4,
  recent: { start: '2023-02-28', days: [], values: [] },
};

const record: SiteRecord = {
  parameter_ndx: 1,
  parameter_name: 'Streamflow',
  units_name: 'cfs',
  por_start: '1980-10-01',
  por_end: '2024-02-28',
  total_samples: 14_600,
  interval_days: 1,
  source: 'usgs',
  is_demonstration: false,
  flagged: 1,
  provisional: 0,
  latest,
  statistics: null,
  completeness: null,
  days: null,
};

const statistics: SiteStatistics = {
  period: 'day',
  count: 12,
  first_year: 2000,
  last_year: 2020,
  provisional: 2,
  minimum: 10,
  p5: null,
  p10: 20,
  p25: 30,
  median: 40,
  p75: 50,
  p90: 60,
  p95: null,
  maximum: 70,
};

test('a record says what it rests on', () => {
  expect(recordFacts(record)).toEqual([
    ['Period of record', '10/01/1980 to 02/28/2024'],
    ['Values', '14,600, usually every day'],
    ['Imported from', 'USGS'],
    ['Provisional', 'No values'],
    ['Flagged', '1 value, in no line and no statistic'],
  ]);
  const synthetic = { ...record, is_demonstration: true, por_start: null };
  expect(recordFacts(synthetic).map(([term]) => term)).toEqual(['Values', 'Provisional', 'Flagged']);
});

describe('the class of a value', () => {
  test.each([
    ['with a percentage', {}, '83 % of the median for the date'],
    ['of a month', { period: 'month' as const }, '83 % of the median for February'],
    ['where a ratio means nothing', { percent_of_median: null }, 'for the date'],
    ['far above a small median', { percent_of_median: 1001 }, 'for the date'],
    ['without one', { class: null }, undefined],
  ])('%s', (_, changes, expected) => {
    expect(comparisonText({ ...record, latest: { ...latest, ...changes } })).toBe(expected);
  });

  test('is that of the water level in a well', () => {
    expect(classText('below normal', 1)).toBe('Below normal');
    expect(classText('below normal', 7)).toBe('Water level below normal');
  });
});

test('statistics name their day, their years and what is missing', () => {
  expect(statisticsTitle(statistics, '2024-02-08')).toBe('Statistics for Feb 8');
  expect(statisticsTitle({ ...statistics, period: 'month' }, '2024-02-08')).toBe('Statistics for February');
  expect(statisticsBasis(statistics)).toBe('12 years, 2000–2020; 2 values provisional');
  expect(statisticsRows(statistics, 'cfs').slice(0, 3)).toEqual([
    ['Maximum', '70 cfs'],
    ['95th percentile', 'too few years'],
    ['90th percentile', '60 cfs'],
  ]);
});

test('links lead into the tools that show the parameter', () => {
  const labelsOf = (parameter_ndx: number) =>
    toolLinks({ loc_ndx: 14 }, { ...record, parameter_ndx }, '2024-03-01').map(({ label }) => label);
  expect(labelsOf(1)).toEqual(['Time Series Comparisons', 'Water Year Comparisons']);
  expect(labelsOf(2)).toContain('SNOTEL SWE Data');
  expect(labelsOf(9)).toContain('Reach Gains Comparisons');
  const [series, years] = toolLinks({ loc_ndx: 14 }, record, '2024-03-01');
  expect(series?.href).toContain('parameter_left=1&locations_left=14&');
  expect(years?.href).toBe(
    '/data-analysis-tools/water-year-comparison?parameter=1&location=14&series=Minimum,Median,Maximum,2025,2024&submitted=yes',
  );
});
