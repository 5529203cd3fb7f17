import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import GithubSlugger from 'github-slugger';
import { describe, expect, test } from 'vitest';
import { computationLink, computationSections } from '#config/documentation-links.ts';
import { standingOf } from '#domain/finding/place.ts';
import {
  acreFeetPerCfsDay,
  completeVolumeYears,
  cumulativeVolume,
  reportedAcreFeetPerCfsDay,
  statisticsOfVolume,
} from '#domain/season/cumulative-volume.ts';
import {
  cfsDaysToAcreFeet,
  gainStatistics,
  gainTotals,
  monthPeriods,
  sumGains,
  totalPeriods,
} from '#domain/season/reach-gains.ts';
import { dayOrderOf, yearOf } from '#domain/season/season.ts';
import { recordStatistics } from '#domain/statistics/daily-statistics.ts';
import { percentOf } from '#domain/statistics/percent-of.ts';
import { latestOf } from '#domain/statistics/percentile-class.ts';
import { isInNormalPeriod, median } from '#domain/statistics/statistics.ts';
import { parameterNdx } from '#domain/vocabulary.ts';
import { dayNumber, formatDay } from '#lib/calendar.ts';
import { formatPercent, formatWhole } from '#lib/format-number.ts';

const root = path.resolve(import.meta.dirname, '../..');
const page = readFileSync(path.join(root, 'content/documentation/how-the-numbers-are-computed.md'), 'utf8');
const real = path.join(root, '../shared/data/real');

test('every section that a screen links to is a heading of the page', () => {
  const slugger = new GithubSlugger();
  const anchors = [...page.matchAll(/^## (.+)$/gm)].map(([, heading = '']) => slugger.slug(heading));
  for (const section of computationSections) expect(anchors).toContain(section);
  expect(computationLink('volumes')).toBe('/documentation/how-the-numbers-are-computed#volumes');
});

describe.skipIf(!existsSync(real))('the worked examples of the page', () => {
  /** This body runs even where the tests are skipped. */
  const lines = (file: string) =>
    existsSync(path.join(real, file))
      ? readFileSync(path.join(real, file), 'utf8')
          .trim()
          .split('\n')
          .slice(1)
          .map((line) => line.split(','))
      : [];
  const heise = lines('usbr_daily_heii_heni_isli_1980_2020.csv').flatMap(([day = '', cfs = '']) =>
    cfs === '' ? [] : [{ day: dayNumber(day), cfs: Number(cfs) }],
  );
  const record = { days: heise.map(({ day }) => day), values: heise.map(({ cfs }) => cfs) };
  const { statistics } = recordStatistics(record, 'water', parameterNdx.streamflow);
  const statisticOn = (day: string) => {
    const found = statistics.find(({ order }) => order === dayOrderOf(dayNumber(`2020-${day}`), 'water'));
    if (!found) throw new Error(`There is no statistic of ${day}.`);
    return found;
  };
  const cfsOn = (day: string) => record.values[record.days.indexOf(dayNumber(day))] ?? Number.NaN;
  const row = (...cells: readonly string[]) => `| ${cells.join(' | ')} |`;

  test('of a record have its period', () => {
    expect(formatDay(record.days[0] ?? 0)).toBe('1980-11-17');
    expect(formatDay(record.days.at(-1) ?? 0)).toBe('2020-12-16');
    expect(page).toContain('from November 17, 1980 to December 16, 2020');
  });

  test('of a day are the statistics of June 1', () => {
    const { count, minimum, percentiles, maximum, ...june } = statisticOn('06-01');
    expect(count).toBe(30);
    const shown = [
      ['Minimum', minimum],
      ['10th percentile', percentiles[10]],
      ['25th percentile', percentiles[25]],
      ['Median', june.median],
      ['75th percentile', percentiles[75]],
      ['90th percentile', percentiles[90]],
      ['Maximum', maximum],
    ] as const;
    for (const [name, value] of shown) expect(page).toContain(row(name, formatWhole(value ?? Number.NaN)));
    const sorted = heise
      .filter(({ day }) => formatDay(day).endsWith('-06-01') && isInNormalPeriod(yearOf(day, 'water')))
      .map(({ cfs }) => cfs)
      .toSorted((one, other) => one - other);
    expect([sorted[6], sorted[7], sorted[14], sorted[15]]).toEqual([10_700, 10_900, 13_400, 13_400]);
  });

  test('of the leap day are pooled, beside the median of leap years', () => {
    const days = [
      ['February 28', '02-28'],
      ['February 29, pooled', '02-29'],
      ['March 1', '03-01'],
    ] as const;
    for (const [name, day] of days) expect(page).toContain(row(name, formatWhole(statisticOn(day).median)));
    const leapDays = heise.filter(
      ({ day }) => formatDay(day).endsWith('-02-29') && isInNormalPeriod(yearOf(day, 'water')),
    );
    expect(leapDays).toHaveLength(8);
    expect(page).toContain(`would be ${formatWhole(median(leapDays.map(({ cfs }) => cfs)))} cfs`);
  });

  test('of a standing are those of June 1, 2020', () => {
    const count = record.days.indexOf(dayNumber('2020-06-01')) + 1;
    const until = { days: record.days.slice(0, count), values: record.values.slice(0, count) };
    const latest = latestOf(until, 'water', 'day');
    const parameter = parameterNdx.streamflow;
    const standing = latest && standingOf(latest, { statistic: statisticOn('06-01'), parameter });
    expect(standing).toMatchObject({ value: 14_600, rank: 17, years: 40, class: 'normal' });
    expect(formatPercent(standing?.percent_of_median ?? 0)).toBe('109 %');
    expect(page).toContain('its rank is 17 of 40 years; 14,600 ÷ 13,400 is *109 % of the median*');
  });

  test('of volumes are the water years near Heise', () => {
    const volume = cumulativeVolume(record, 'water');
    const annual = completeVolumeYears(volume, 'water')
      .map((year) => ({ year, af: volume.values[volume.days.indexOf(dayNumber(`${year}-09-30`))] ?? 0 }))
      .toSorted((one, other) => one.af - other.af);
    expect(annual).toHaveLength(30);
    const [smallest, largest] = [annual[0], annual.at(-1)];
    const all = statisticsOfVolume(cumulativeVolume(record, 'water'), 'water');
    const toApril = all.find(({ order }) => order === dayOrderOf(dayNumber('2020-04-01'), 'water'));
    const shown = [
      [`Smallest, ${smallest?.year}`, smallest?.af],
      ['Median of 30 years, 1991–2020', all.at(-1)?.median],
      [`Largest, ${largest?.year}`, largest?.af],
      ['Median to April 1', toApril?.median],
    ] as const;
    for (const [name, af = Number.NaN] of shown)
      expect(page).toContain(row(name, formatWhole(af), (af / 1e6).toFixed(3)));
    const middle = [annual[14], annual[15]].map((each) => `${formatWhole(each?.af ?? 0)} AF (${each?.year})`);
    expect(page).toContain(`The 15th and the 16th are ${middle.join(' and ')}.`);
  });

  test('of a bridge leave out the largest day', () => {
    const without = heise.filter(({ day }) => formatDay(day) !== '1997-06-14');
    const bridged = cumulativeVolume(
      { days: without.map(({ day }) => day), values: without.map(({ cfs }) => cfs) },
      'water',
    );
    const whole = cumulativeVolume(record, 'water');
    const at = (volume: typeof whole, day: string) => volume.values[volume.days.indexOf(dayNumber(day))] ?? 0;
    const bridge = (at(bridged, '1997-06-14') - at(bridged, '1997-06-13')) / acreFeetPerCfsDay;
    expect([cfsOn('1997-06-13'), cfsOn('1997-06-15'), cfsOn('1997-06-14')]).toEqual([42_400, 42_200, 42_900]);
    expect(bridge).toBeCloseTo(42_300, 6);
    const share = 1 - at(bridged, '1997-09-30') / at(whole, '1997-09-30');
    expect((100 * share).toFixed(2)).toBe('0.01');
    expect(page).toContain(
      'would have given 42,300 cfs. The gage measured 42,900 cfs; the difference is 0.01 %',
    );
  });

  test('of totals are the monthly minima of Heise, and its smallest year', () => {
    const periods = [...monthPeriods('water'), ...totalPeriods('water')];
    const sums = sumGains(record, periods, 'water');
    const statistics = gainStatistics(sums);
    const sumOfMinima = statistics
      .filter(({ period }) => !period.endsWith('Total'))
      .reduce((sum, { minimum }) => sum + cfsDaysToAcreFeet(minimum), 0);
    expect(page).toContain(`add up to ${formatWhole(sumOfMinima)} AF`);
    const smallest = statistics.find(({ period }) => period === gainTotals.annual)?.minimum ?? Number.NaN;
    const year = sums.find(({ period, sum }) => period === gainTotals.annual && sum === smallest)?.year;
    expect(page).toContain(`that of ${year}, ${formatWhole(cfsDaysToAcreFeet(smallest))} AF`);
  });

  test('of the factors are June 1997', () => {
    const sum = heise
      .filter(({ day }) => formatDay(day).startsWith('1997-06-'))
      .reduce((total, { cfs }) => total + cfs, 0);
    expect(page).toContain(`add up to ${formatWhole(sum)} cfs·days`);
    expect(page).toContain(`Times 1.983 that is ${formatWhole(reportedAcreFeetPerCfsDay * sum)} AF`);
    expect(page).toContain(`times 1.983471 it is ${formatWhole(acreFeetPerCfsDay * sum)} AF: 0.02 % more`);
    expect((100 * (acreFeetPerCfsDay / reportedAcreFeetPerCfsDay - 1)).toFixed(2)).toBe('0.02');
  });

  test('of snow are those of Island Park and its neighbors', () => {
    type Site = {
      stationTriplet: string;
      data: { values: { date: string; value: number; median?: number }[] }[];
    };
    const sites: Site[] = JSON.parse(readFileSync(path.join(real, 'awdb_wteq_wy2026_23_sites.json'), 'utf8'));
    const valuesOf = (id: string) =>
      sites.find(({ stationTriplet }) => stationTriplet.startsWith(`${id}:`))?.data[0]?.values ?? [];
    const on = (id: string, date: string) => {
      const found = valuesOf(id).find((each) => each.date === date);
      return { value: found?.value ?? Number.NaN, median: found?.median ?? Number.NaN };
    };
    const peaks = lines('snotel_annual_peak_and_apr1_swe.csv')
      .filter(([, id, year]) => id === '546' && isInNormalPeriod(Number(year)))
      .map(([, , , peak]) => Number(peak));
    expect(peaks).toHaveLength(30);
    const peak = Math.max(...valuesOf('546').map(({ value }) => value));
    const percent = percentOf(peak, median(peaks), parameterNdx.swe) ?? 0;
    expect(page).toContain(`had ${peak} inches at most in water year 2026`);
    expect(page).toContain(
      `30 peaks is ${median(peaks)} inches, so that is ${formatPercent(percent)} of the median peak`,
    );
    for (const [name, date] of [
      ['March 15', '2026-03-15'],
      ['April 1', '2026-04-01'],
    ] as const) {
      const { value, median: middle } = on('546', date);
      const toDate = percentOf(value, middle, parameterNdx.swe) ?? 0;
      expect(page).toContain(row(name, value.toFixed(1), middle.toFixed(1), formatPercent(toDate)));
    }
    const soldier = on('769', '2025-11-22');
    expect(percentOf(soldier.value, soldier.median, parameterNdx.swe)).toBeUndefined();
    expect(page).toContain(
      `had ${soldier.value.toFixed(1)} inches and a median for the date of ${soldier.median}`,
    );
    const pair = [on('837', '2026-03-15'), on('546', '2026-03-15')] as const;
    const sums = {
      value: pair[0].value + pair[1].value,
      median: pair[0].median + pair[1].median,
    };
    expect(page).toContain(
      `${sums.value.toFixed(1)} of ${sums.median.toFixed(1)} inches, ${formatPercent((100 * sums.value) / sums.median)}`,
    );
    const mean = pair.reduce((sum, each) => sum + (50 * each.value) / each.median, 0);
    expect(page).toContain(`would be ${formatPercent(mean)}`);
  });
});
