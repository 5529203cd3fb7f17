import { expect, test } from 'vitest';
import { readStanding } from '#contract/season/water-year.ts';
import { listSiteCards, maxSiteCards } from '#contract/site-cards.ts';
import { readSiteLatest } from '#contract/site-latest.ts';
import { dataProviders } from '#domain/agencies.ts';
import { describeEngines } from '../support/engines.ts';
import { gage, insertLatestFixture } from '../support/latest-fixture.ts';
import { refreshRecord } from '../support/refresh-record.ts';
import { sharePortal } from '../support/shared-store.ts';

describeEngines('the cards of sites', (open) => {
  const { store, portal } = sharePortal(open, {
    insert: insertLatestFixture,
    openProviders: dataProviders.map(({ name }) => name),
  });

  const cardsOf = (sites: string) => portal.request(listSiteCards, { query: { sites } });

  test('are those of the main parameter, as the map says it, in the order asked for', async () => {
    const cards = await cardsOf('2,1');
    expect(cards.map(({ loc_name }) => loc_name)).toEqual(['Well "7" <east>', 'Snake River near Heise']);
    for (const { loc_ndx, record } of cards) {
      const { records } = await portal.request(readSiteLatest, { params: { location: String(loc_ndx) } });
      const same = records.find(({ parameter_ndx }) => parameter_ndx === record?.parameter_ndx);
      const { recent: _, ...ofMap } = same ?? { recent: undefined };
      const { recent, ...ofCard } = record ?? { recent: undefined };
      expect(ofMap).toMatchObject(ofCard);
      expect(recent?.days.at(-1)).toBe(30);
      expect(recent?.values.at(-1)).toBe(record?.value);
    }
    expect(cards[1]).toMatchObject({
      loc_id: 'HEII',
      loc_type_name: 'Stream Gage',
      parameters: [{ parameter_name: 'Streamflow' }, { parameter_name: 'Air Temperature' }],
      record: {
        parameter_ndx: 1,
        rdate: '2024-02-28',
        value: 90,
        approval: 'P',
        previous: { rdate: '2024-02-27', value: 101 },
        class: 'lowest on record',
        interval_days: 1,
        recent: { start: '2024-01-29' },
      },
    });
    expect(cards[1]?.record?.recent.values).toHaveLength(31);
    expect(cards[0]?.record).toMatchObject({ parameter_ndx: 7, recent: { days: [30] } });
  });

  test('look as far back as every other place does', async () => {
    const gap = "loc_ndx = 1 and parameter_ndx = 1 and rdate between '2023-12-01' and '2024-02-27'";
    await store.query(`update daily_value set flag = 'flat' where ${gap}`);
    await refreshRecord(store, gage);
    await store.query('update data_version set version = version + 1');
    const [card] = await cardsOf('1');
    const { records } = await portal.request(readSiteLatest, { params: { location: '1' } });
    const params = { parameter: '1', location: '1' };
    const { finding } = await portal.request(readStanding, { params, query: {} });
    await store.query(`update daily_value set flag = null where ${gap}`);
    await refreshRecord(store, gage);
    await store.query('update data_version set version = version + 1');
    for (const each of [card?.record, records[0], finding]) {
      expect(each).toMatchObject({
        rdate: '2024-02-28',
        previous: { rdate: '2023-11-30', value: expect.any(Number) },
        week_before: null,
        year_before: { rdate: '2023-02-28' },
      });
    }
  });

  test('leave out sites that are unknown or hidden', async () => {
    await store.query('update location set is_shown = false where loc_ndx = 2');
    expect((await cardsOf('99,2,1')).map(({ loc_ndx }) => loc_ndx)).toEqual([1]);
    expect(await cardsOf('98')).toEqual([]);
    await store.query('update location set is_shown = true where loc_ndx = 2');
    expect((await cardsOf('99,2,1')).map(({ loc_ndx }) => loc_ndx)).toEqual([2, 1]);
  });

  test('may have no value', async () => {
    expect(await cardsOf('3')).toMatchObject([{ loc_name: 'Neeley to Minidoka', record: null }]);
  });

  test('leave out what is flagged or not a number', async () => {
    await store.query(`insert into daily_value values
      (1, 1, '2024-03-01', 5, 'P', null, 'spike'), (1, 1, '2024-03-02', 'NaN', 'P', null, null)`);
    expect((await cardsOf('1'))[0]?.record).toMatchObject({ rdate: '2024-02-28', value: 90 });
  });

  test('follow a change of the data', async () => {
    await store.query(`insert into daily_value values (1, 1, '2024-03-03', 95, 'P', null)`);
    await refreshRecord(store, gage);
    expect((await cardsOf('1'))[0]?.record).toMatchObject({ value: 95, previous: { value: 90 } });
  });

  test('are open to visitors', async () => {
    expect((await portal.send({ url: '/api/site-cards?sites=1' })).statusCode).toBe(200);
  });

  const many = (count: number) => Array.from({ length: count }, (_, at) => at + 1).join(',');

  test.each([
    ['no sites', ''],
    ['an empty list', '?sites='],
    ['a name', '?sites=HEII'],
    ['zero', '?sites=0'],
    ['a gap', '?sites=1,,2'],
    ['a comma at the end', '?sites=1,'],
    ['a site twice', '?sites=1,2,1'],
    ['too long a number', '?sites=9999999999'],
    ['too many sites', `?sites=${many(maxSiteCards + 1)}`],
    ['two lists', '?sites=1&sites=2'],
  ])('refuse %s', async (_, query) => {
    expect((await portal.send({ url: `/api/site-cards${query}` })).statusCode).toBe(400);
  });

  test('may be as many as a basket has', async () => {
    expect(await cardsOf(many(maxSiteCards))).toHaveLength(3);
  });
});
