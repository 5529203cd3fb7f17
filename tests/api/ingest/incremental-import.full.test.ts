import { expect, test } from 'vitest';
import { ingest } from '#ingest/run.ts';
import { addDays } from '#lib/calendar.ts';
import { basin, quietImport } from '../../support/basin.ts';
import { describeEngines } from '../../support/engines.ts';
import { createFakeUsgs, type FakeRow } from '../../support/fake-usgs.ts';
import { shareStore } from '../../support/shared-store.ts';

const now = () => new Date('2026-03-20T18:00:00Z');
const heise = '13037500';
const well = '432740113044501';
const quiet = { ...quietImport, now };

describeEngines('an import of a few days', (open) => {
  const store = shareStore(open);

  const flags = () =>
    store.query<{ day: string; flag: string }>(
      `select rdate::text as day, flag from daily_value where flag is not null order by rdate`,
    );

  /** Fakes HydroMet's storage of Jackson Lake, limited to some days. */
  const storage = (values: readonly number[]) => {
    const rows = values.map((value, at) => ({ day: addDays('2026-01-01', at), value }));
    return (from: string, to = '2026-12-31'): typeof fetch =>
      async () =>
        new Response(
          `DateTime,jck_af\n${rows
            .filter(({ day }) => day >= from && day <= to)
            .map(({ day, value }) => `${day},${value.toFixed(2)}`)
            .join('\n')}\n`,
        );
  };
  const importOf = (answer: typeof fetch, since?: string, from = basin) =>
    ingest(store, 'usbr', { ...quiet, basin: from, fetch: answer, sites: ['jck_af'], since });

  test('ends with the same flags as an import of the whole record, in any order', async () => {
    const answer = storage([500_000, 501_000, 100_000, 502_000, 503_000, 504_000]);
    await importOf(answer('2026-01-01'));
    expect(await flags()).toEqual([{ day: '2026-01-03', flag: 'spike' }]);
    for (const [from, to] of [
      ['2026-01-01', '2026-01-03'],
      ['2026-01-03', '2026-01-03'],
      ['2026-01-03', '2026-01-06'],
      ['2026-01-04', '2026-01-06'],
    ] as const) {
      const report = await importOf(answer(from, to), from);
      expect(report.rows_written, `${from} to ${to}`).toBe(0);
    }
    expect(await flags()).toEqual([{ day: '2026-01-03', flag: 'spike' }]);
  });

  test('flags a stored value as a spike once the following days arrive', async () => {
    const answer = storage([500_000, 501_000, 100_000, 502_000, 503_000]);
    await importOf(answer('2026-01-01', '2026-01-03'));
    expect(await flags()).toEqual([]);
    const report = await importOf(answer('2026-01-04'), '2026-01-04');
    expect(await flags()).toEqual([{ day: '2026-01-03', flag: 'spike' }]);
    expect(report.rows_written).toBe(3);
  });

  test('flags a stuck instrument as the whole record would, although the database rounds values', async () => {
    const stuck = {
      ...basin,
      quality: { ...basin.quality, 'Reservoir Storage': { flat_days: 10 } },
    };
    const answer = storage(Array.from({ length: 30 }, () => 847_123.45));
    await importOf(answer('2026-01-01'), undefined, stuck);
    expect(await flags()).toHaveLength(29);
    const piece = await importOf(answer('2026-01-16'), '2026-01-16', stuck);
    expect([piece.rows_written, (await flags()).length]).toEqual([0, 29]);
  });

  test('prefers the longer of two records of a gage, even if the requested days have little of it', async () => {
    const row = (record: string, date: string, value: string): FakeRow => ({
      site: heise,
      code: '00060',
      date,
      value,
      record,
    });
    const days = (from: string, count: number) => Array.from({ length: count }, (_, at) => addDays(from, at));
    const service = createFakeUsgs({
      daily: [
        ...days('2025-01-01', 400).map((day) => row('old', day, '100')),
        ...days('2026-01-20', 50).map((day) => row('new', day, '110')),
      ],
    });
    const run = (since?: string) =>
      ingest(store, 'usgs', { ...quiet, fetch: service.fetch, sites: [heise], since });
    await run();
    expect((await run('2026-01-15')).rows_written).toBe(0);
    expect((await run()).rows_written).toBe(0);
  });

  test('stores only one of two elevations of a well above different datums', async () => {
    const elevation = (code: string, value: string): FakeRow => ({
      site: well,
      code,
      date: '2026-03-01',
      value,
    });
    const service = createFakeUsgs({ daily: [elevation('62610', '4700'), elevation('62611', '4703.4')] });
    const run = () => ingest(store, 'usgs', { ...quiet, fetch: service.fetch, sites: [well] });
    expect((await run()).unknown_columns).toEqual([`${well} 62610`]);
    expect((await run()).rows_written).toBe(0);
    const [value] = await store.query(
      'select round(result_value_daily::numeric, 1)::text as v from daily_value',
    );
    expect(value).toEqual({ v: '4703.4' });
  });

  test('with keepCurrent, fetches a series whole after its first import has failed', async () => {
    const others = { ...basin, sites: basin.sites.filter(({ id }) => [heise, '13011000'].includes(id)) };
    const rows = ['13037500', '13011000'].flatMap((site) =>
      Array.from({ length: 400 }, (_, at) => ({
        site,
        code: '00060',
        date: addDays('2025-02-01', at),
        value: String(500 + (at % 90)),
      })),
    );
    const service = createFakeUsgs({ daily: rows });
    let isFailing = true;
    const answer: typeof fetch = async (input, init) =>
      isFailing && `${String(input)} ${String(init?.body)}`.includes('13011000')
        ? new Response('closed', { status: 400 })
        : service.fetch(input, init);
    const run = () =>
      ingest(store, 'usgs', {
        ...quiet,
        now: () => new Date(),
        basin: others,
        fetch: answer,
        keepCurrent: true,
      });
    const counts = () =>
      store.query<{ id: string; n: number }>(
        `select loc_id as id, count(*)::int as n from daily_value join location using (loc_ndx) group by 1 order by 1`,
      );
    expect((await run()).status).toBe('failed');
    expect(await counts()).toEqual([{ id: heise, n: 400 }]);
    isFailing = false;
    await run();
    expect(await counts()).toEqual([
      { id: '13011000', n: 400 },
      { id: heise, n: 400 },
    ]);
    const days = service.requestedUrls
      .filter((url) => url.includes('/daily/'))
      .map((url) => new URL(url).searchParams);
    expect(days.at(-1)?.get('time')).not.toContain('1980');
  });
});
