import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { outlookRequestOf } from '#contract/basin/basin-requests.ts';
import { parameterNdx } from '#domain/vocabulary.ts';
import { readCarryOver } from '#features/carry-over/contract.ts';
import { readFill } from '#features/fill/contract.ts';
import { readOutlook } from '#features/outlook/contract.ts';
import { ingest } from '#ingest/run.ts';
import { summarizeSeries } from '#server/db/records.ts';
import type { Store } from '#server/db/store.ts';
import { basin } from '../../support/basin.ts';
import { raiseVersion } from '../../support/brief-fixture.ts';
import { describeEngines } from '../../support/engines.ts';
import { sharePortal } from '../../support/shared-store.ts';
import { requesterAs } from '../../support/test-app.ts';

const real = path.resolve(import.meta.dirname, '../../../../shared/data/real');
const discharge = path.join(real, 'usbr_daily_heii_heni_isli_1980_2020.csv');
const reservoirs = path.join(real, 'usbr_daily_reservoir_af_1980_2020.csv');

/** SWE on April 1 by the number of the site. The names of some sites have commas, so cells are counted from the end. */
function readSnow() {
  const [, ...lines] = readFileSync(path.join(real, 'snotel_annual_peak_and_apr1_swe.csv'), 'utf8')
    .trim()
    .split('\n');
  return lines.flatMap((line) => {
    const cells = line.split(',');
    const [site, year, inches] = [cells.at(-7), cells.at(-6), cells.at(-1)?.trim()];
    return inches === '' || inches === undefined ? [] : [{ site, year, inches }];
  });
}

/** Writes each of the basin's snow sites with its values of April 1. */
async function insertSnow(store: Store): Promise<void> {
  const bySite = Map.groupBy(readSnow(), ({ site }) => site);
  const snowIds = basin.outlook?.points[0]?.predictors.flatMap(({ sites }) => sites) ?? [];
  const ids = await store.query<{ loc_ndx: number; loc_id: string }>(
    `insert into location (loc_id, loc_name, loc_type_ndx, data_provider_ndx, latitude_dd, longitude_dd)
     select id, id, (select min(loc_type_ndx) from location_type), (select min(data_provider_ndx) from data_provider), 43.5, -111
     from json_array_elements_text($1::text::json) id returning loc_ndx, loc_id`,
    [JSON.stringify(snowIds)],
  );
  const keys = ids.map(({ loc_ndx }) => ({ loc_ndx, parameter_ndx: parameterNdx.swe }));
  await store.transaction(async (transaction) => {
    const lines = ids.flatMap(({ loc_ndx, loc_id }) =>
      (bySite.get(loc_id.split(':')[0]) ?? []).map(
        ({ year, inches }) => `${loc_ndx},${parameterNdx.swe},${year}-04-01,${inches}`,
      ),
    );
    await transaction.copy(
      'daily_value',
      ['loc_ndx', 'parameter_ndx', 'rdate', 'result_value_daily'],
      `${lines.join('\n')}\n`,
    );
    await summarizeSeries(transaction, keys);
  });
}

/** The years of the forecast issue are 1981 to 2019, so that the figures differ a little from those of 1982 to 2020. */
describe.skipIf(!existsSync(discharge))('the outlook of Heise on real records', () => {
  describeEngines('by the API', (open) => {
    const { portal } = sharePortal(open, {
      insert: async (store) => {
        await ingest(store, 'usbr', { basin, file: discharge });
        await ingest(store, 'usbr', { basin, file: reservoirs });
        await insertSnow(store);
        await raiseVersion(store);
      },
      outlook: outlookRequestOf(basin),
    });
    const ask = requesterAs(portal, 'User');

    const read = (point: string, issued?: string) =>
      ask(readOutlook, { params: { point }, query: { issued } });

    test('has skill on April 1', async () => {
      const { forecast, reasons, median_af, predictors, observed } = await read('heise', '2020-04-01');
      expect(reasons).toEqual([]);
      expect(predictors.filter(({ years }) => years >= 20).length).toBeGreaterThanOrEqual(20);
      expect((median_af ?? 0) / 1000).toBeCloseTo(3130, 0);
      expect(observed).toMatchObject({ days: 122, missing_days: 0 });
      expect(observed.volume_af / 1000).toBeCloseTo(3426, 0);
      expect(forecast?.skill.years).toBe(39);
      expect(forecast?.skill.nse).toBeGreaterThanOrEqual(0.8);
      expect(forecast?.skill.rmse_af).toBeLessThanOrEqual(480_000);
      expect(forecast?.skill.held).toBeGreaterThanOrEqual(14);
      expect(forecast?.model.method).toBe('principal-components');
      const [low = 0, , , , high = 0] = forecast?.volumes_af ?? [];
      expect([low < observed.volume_af, observed.volume_af < high]).toEqual([true, true]);
    });

    test('uses the Z-scores for 2021, whose winter flow is not in the file, by default', async () => {
      const { issued, forecast, predictors } = await read('heise');
      expect(issued).toBe('2021-04-01');
      expect(predictors.at(-1)).toMatchObject({ kind: 'winter-flow', is_late: true });
      expect(forecast?.model.method).toBe('z-scores');
    });

    const readGroup = (id: string) => ask(readFill, { params: { id }, query: { issued: '2020-04-01' } });

    test('has a fill with skill', async () => {
      const { chance, skill, years } = await readGroup('american-falls');
      expect(chance?.reason).toBeNull();
      expect(years.length).toBeGreaterThanOrEqual(37);
      expect(chance?.method).toBe('forecast');
      expect(skill?.brier_skill).toBeGreaterThanOrEqual(0.15);
      expect(skill?.brier_skill_low).toBeGreaterThan(0);
      expect(skill?.bins.reduce((sum, bin) => sum + bin.years, 0)).toBe(skill?.years);
    });

    test('shows climatology where the skill may be luck', async () => {
      const { chance, skill } = await readGroup('system');
      expect(chance?.method).toBe('climatology');
      expect(chance?.reason).toMatch(/(no|hardly) better than past years/);
      expect(skill?.mae_af).toBeLessThanOrEqual(230_000);
      expect(skill?.brier_skill_low).toBeLessThan(0);
    });

    test.each([
      ['system', '2019-11-01', true],
      ['system', '2019-12-01', true],
      ['american-falls', '2019-11-01', false],
    ])('has a carry-over of %s on %s, or withholds it', async (id, issued, isShown) => {
      const carryOver = await ask(readCarryOver, { params: { id }, query: { issued } });
      const { forecast, outcome_af: came, skill, storage, reasons } = carryOver;
      expect([forecast !== null, reasons.length]).toEqual([isShown, isShown ? 0 : 1]);
      expect(storage?.rdate).toBe(issued);
      expect(skill?.years).toBeGreaterThanOrEqual(37);
      expect((skill?.mae_af ?? 0) < 0.8 * (skill?.climatology_mae_af ?? 0)).toBe(isShown);
      const [low = 0, , , , high = Number.POSITIVE_INFINITY] = forecast?.volumes_af ?? [];
      expect([low < (came ?? 0), (came ?? 0) < high]).toEqual([true, true]);
    });

    test('has no storage of today, after the end of the file', async () => {
      const { storage, forecast, reasons } = await ask(readCarryOver, {
        params: { id: 'system' },
        query: {},
      });
      expect([storage, forecast, reasons.length]).toEqual([null, null, 1]);
    });

    test('is made for Island Park from five sites, with less skill', async () => {
      const { forecast, reasons, predictors } = await read('island-park', '2020-04-01');
      expect([reasons, predictors.length]).toEqual([[], 6]);
      expect(forecast?.skill.nse).toBeGreaterThan(0.6);
      expect(forecast?.skill.nse).toBeLessThan(0.8);
    });
  });
});
