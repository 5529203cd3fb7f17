import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { computeCarryOver } from '#features/carry-over/rules/carry-over.ts';
import { computeFill } from '#features/fill/rules/compute-fill.ts';
import { computeOutlook } from '#features/outlook/rules/compute-outlook.ts';
import type { OutlookIssued } from '#features/outlook/rules/outlook-result.ts';
import { formatPercent, formatWhole } from '#lib/format-number.ts';
import { standardDeviation } from '#lib/moments.ts';
import { capacityOf, hasRealSeries, realStorage } from '../../support/real-series.ts';
import { realWinters } from '../carry-over/real-winters.ts';
import { realForecasts, realTraining } from '../outlook/real-training.ts';
import { realFillYears } from './real-years.ts';

const page = readFileSync(
  path.resolve(import.meta.dirname, '../../../content/documentation/how-the-numbers-are-computed.md'),
  'utf8',
);
const row = (...cells: readonly string[]) => `| ${cells.join(' | ')} |`;
const inKaf = (af: number) => `${formatWhole(af / 1000)} KAF`;

/** The outlook of April 1 of a year, with the predictors of that year or of the last one. */
function issuedIn(point: string, year: number): OutlookIssued {
  const training = realTraining(point);
  const values = training.predictors[training.years.indexOf(year)] ?? training.predictors.at(-1) ?? [];
  const result = computeOutlook(training, { year, values, before: 0 });
  if (result.kind === 'withheld') throw new Error('there is an outlook');
  return result;
}

describe.skipIf(!hasRealSeries)('the figures of the outlook on the page about formulas', () => {
  test('are the record of both points', () => {
    const points = [issuedIn('heise', 2021), issuedIn('island-park', 2021)];
    const cells = (format: (each: OutlookIssued) => string) => points.map(format);
    const spread = ({ hindcast }: OutlookIssued) =>
      standardDeviation(
        hindcast
          .filter(({ year }) => year >= 2000 && year <= 2014)
          .map(({ leave_one_out_af, observed_af }) => (100 * (leave_one_out_af - observed_af)) / observed_af),
      );
    const rows = [
      row('Nash–Sutcliffe efficiency', ...cells(({ skill }) => skill.nse.toFixed(2))),
      row('Root mean square error', ...cells(({ skill }) => inKaf(skill.rmse_af))),
      row(
        'The same of the mean of the other years',
        ...cells(({ skill }) => inKaf(skill.climatology_rmse_af)),
      ),
      row('Standard deviation of the errors, 2000–2014', ...cells((each) => `${spread(each).toFixed(1)} %`)),
      row('The 80 % range held, forward', ...cells(({ skill }) => `${skill.held} of ${skill.tried} years`)),
    ];
    for (const each of rows) expect(page).toContain(each);
  });

  test('are the outlook and the fill of April 1, 2020, by the years before', () => {
    const { volumes, hindcast } = issuedIn('heise', 2020);
    const million = (af: number) => (af / 1e6).toFixed(2);
    const came = realTraining('heise').volumes.at(-1) ?? 0;
    expect(page).toContain(
      `would have given ${million(volumes[50])} million AF near Heise, with a chance of 80 % between ${million(volumes[90])} and ${million(volumes[10])}. What came were ${million(came)} million AF.`,
    );
    const capacity_af = capacityOf('ririe');
    const asked = { issued: '04-01', by: '07-31', target_af: 0.97 * capacity_af };
    const forecasts = new Map(hindcast.map(({ year, leave_one_out_af }) => [year, leave_one_out_af]));
    const all = realFillYears('ririe', asked, forecasts);
    const storage_af = realStorage('ririe', '2020-04-01');
    const { space_af, required_cfs, chance } = computeFill({
      years: all.filter(({ year }) => year < 2020),
      capacity_af,
      target_af: asked.target_af,
      days: 121,
      storage_af,
      outlook_af: volumes[50],
    });
    expect(chance?.method).toBe('forecast');
    expect(all.at(-1)).toMatchObject({ year: 2020, reached_on: '2020-05-11' });
    expect(page).toContain(
      `Ririe Lake held ${formatWhole(storage_af ?? 0)} AF. To 97 % of its capacity, ${formatWhole(asked.target_af)} AF, ${formatWhole(space_af ?? 0)} AF were missing: a mean gain of ${formatWhole(required_cfs ?? 0)} cfs until July 31. With the outlook of that day, the chance was ${formatPercent(100 * (chance?.chance ?? 0))}. The target was reached on May 11.`,
    );
  });

  test('are the record of the fill', () => {
    const capacity_af = capacityOf('ririe');
    const target_af = 0.97 * capacity_af;
    const asked = { issued: '04-01', by: '07-31', target_af };
    const years = realFillYears('ririe', asked, realForecasts('heise'));
    const { skill } = computeFill({
      years,
      capacity_af,
      target_af,
      days: 121,
      storage_af: undefined,
      outlook_af: undefined,
    });
    if (!skill) throw new Error('there are enough years');
    const rows = [
      row('Mean absolute error of the peak', inKaf(skill.mae_af), inKaf(skill.climatology_mae_af)),
      row('Brier score', skill.brier.toFixed(3), skill.climatology_brier.toFixed(3)),
      row('Brier skill', (skill.brier_skill ?? 0).toFixed(2), '0'),
    ];
    for (const each of rows) expect(page).toContain(each);
  });
});

describe.skipIf(!hasRealSeries)('the figures of the carry-over on the page about formulas', () => {
  const carryOverOf = (id: string, issued: string, before = 2021) => {
    const winters = realWinters(id, issued);
    const { storage_af = 0, flow_af = 0 } = winters.find(({ year }) => year === before) ?? {};
    const past = winters.filter(({ year }) => year < before);
    return computeCarryOver({ winters: past, capacity_af: capacityOf(id), storage_af, flow_af });
  };

  test.each([
    ['The seven reservoirs', 'system'],
    ['American Falls', 'american-falls'],
  ])('are the record of %s on November 1 and December 1', (name, id) => {
    const said = ['11-01', '12-01'].map((issued) => {
      const { skill, forecast } = carryOverOf(id, issued);
      const [error, usual] = [skill?.mae_af, skill?.climatology_mae_af].map((af = 0) =>
        formatWhole(af / 1000),
      );
      return `${error} KAF instead of ${usual}, skill ${skill?.skill?.toFixed(2)}${forecast ? '' : ', withheld'}`;
    });
    expect(page).toContain(`- ${name}: ${said.join('; ')}`);
  });

  test('are two hindcasts of the spring of 2020', () => {
    const million = (af = 0) => (af / 1e6).toFixed(2);
    const said = ['11-01', '12-01'].map((issued) => {
      const [low, , middle, , high] = carryOverOf('system', issued, 2020).forecast?.volumes_af ?? [];
      return [million(middle), `(80 %: ${million(low)} to ${million(high)})`];
    });
    const came = realStorage('system', '2020-04-01');
    expect(page).toContain(
      `the winters before would have given April 1, 2020, ${said[0]?.join(' million AF ')} on November 1, and ${said[1]?.join(' ')} on December 1. What came were ${million(came)}.`,
    );
  });
});
