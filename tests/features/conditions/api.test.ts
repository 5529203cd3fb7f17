import { expect, test } from 'vitest';
import { readSiteLatest } from '#contract/site-latest.ts';
import { dataProviders } from '#domain/agencies.ts';
import { parseConditionByte, unpackBytes } from '#domain/statistics/condition-bytes.ts';
import { readConditionSeason } from '#features/conditions/contract.ts';
import { dayNumber } from '#lib/calendar.ts';
import { describeEngines } from '../../support/engines.ts';
import { insertLatestFixture } from '../../support/latest-fixture.ts';
import { sharePortal } from '../../support/shared-store.ts';

describeEngines('a season of conditions', (open) => {
  const { portal } = sharePortal(open, {
    insert: insertLatestFixture,
    openProviders: dataProviders.map(({ name }) => name),
  });

  const latestOf = (location: string) => portal.request(readSiteLatest, { params: { location } });

  test('has the class of the latest value on its day', async () => {
    const [flow] = (await latestOf('1')).records;
    const season = await portal.request(readConditionSeason, { params: { year: '2024' } });
    expect([season.start, season.days]).toEqual(['2023-10-01', 366]);
    const bytes = unpackBytes(
      season.sites.find(({ loc_ndx }) => loc_ndx === 1)?.percentiles ?? '',
      season.days,
    );
    const at = dayNumber(flow?.rdate ?? '') - dayNumber(season.start);
    expect(parseConditionByte(bytes[at])).toMatchObject({ class: flow?.class, record: 'lowest' });
    // It is late after five days.
    expect([...bytes.slice(at + 1, at + 7)].map((each) => each === 255)).toEqual([
      false,
      false,
      false,
      false,
      false,
      true,
    ]);
  });

  test.each([
    ['before 1980', '1979', 404],
    ['in the future', '2999', 404],
    ['no year', 'last', 400],
    ['too short', '202', 400],
    ['with a sign', '-2024', 400],
  ])('there is none of a year %s', async (_, year, status) => {
    expect((await portal.send({ url: `/api/public-map/conditions/${year}` })).statusCode).toBe(status);
  });
});
