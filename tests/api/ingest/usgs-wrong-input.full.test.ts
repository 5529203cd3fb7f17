import { describe, expect, test } from 'vitest';
import { describeReport } from '#ingest/report.ts';
import { ingest } from '#ingest/run.ts';
import { quietImport } from '../../support/basin.ts';
import { openEmbeddedStore } from '../../support/engines.ts';
import { createFakeUsgs, createFlow, type FakeRow, type FakeUsgs } from '../../support/fake-usgs.ts';
import { shareStore } from '../../support/shared-store.ts';
import { readStoredValues } from '../../support/stored-values.ts';

const heise = '13037500';
const well = '432740113044501';

const depth = (date: string, value: string, changes: Partial<FakeRow> = {}): FakeRow => ({
  site: well,
  code: '72019',
  date,
  value,
  ...changes,
});
const seriesOf = (id: string, begin: string, end: string, changes: object = {}) => ({
  site: heise,
  code: '00060',
  id,
  begin,
  end,
  ...changes,
});

describe('USGS answers', () => {
  const store = shareStore(openEmbeddedStore);

  /**
   * Imports some sites from a fake of the service. Returns what is stored then, what is said, and the status: partial
   * where the fake has few days of a long record.
   */
  async function importSites(service: FakeUsgs, sites: readonly string[], since?: string) {
    const { fetch, sleep, now } = service;
    const options = { ...quietImport, sites, since, fetch, sleep, now };
    const report = await ingest(store, 'usgs', options);
    const records = await store.query<{ id: string }>(
      'SELECT source_series AS id FROM location_parameter WHERE source_series IS NOT NULL',
    );
    return {
      stored: await readStoredValues(store),
      records: records.map(({ id }) => id),
      message: describeReport(report).join('\n'),
      status: report.status,
    };
  }

  const flow = (value: number, day = '2026-03-01') => `${heise} 1 ${day} ${value}`;
  const long = seriesOf('long', '1990-01-01', '2026-03-08');
  const upper = seriesOf('upper', '1980-01-01', '2026-03-08', { sublocation: 'upper' });
  const primary = seriesOf('primary', '2020-01-01', '2026-03-08', { primary: true });
  const flowsOf = (...ids: readonly string[]) =>
    ids.flatMap((record, at) => createFlow(heise, '2026-03-08', [String(at + 1)], { record }));

  test('prefers the primary series', async () => {
    const daily = flowsOf('long', 'upper', 'primary');
    const result = await importSites(createFakeUsgs({ daily, series: [long, upper, primary] }), [heise]);
    expect(result).toMatchObject({
      stored: [flow(3, '2026-03-08')],
      records: ['primary'],
      status: 'partial',
    });
    expect(result.message).toContain('The series long runs beside the chosen one and was not used.');
  });

  test('without a primary series, prefers one without a sublocation to a longer one', async () => {
    const daily = flowsOf('long', 'upper');
    const result = await importSites(createFakeUsgs({ daily, series: [long, upper] }), [heise]);
    expect(result).toMatchObject({
      stored: [flow(1, '2026-03-08')],
      records: ['long'],
      status: 'partial',
    });
    expect(result.message).toContain('The series upper (upper) runs beside the chosen one and was not used.');
  });

  test('of several series, prefers the longest', async () => {
    const daily = flowsOf('long', 'short');
    const short = seriesOf('short', '2020-01-01', '2026-03-08');
    const result = await importSites(createFakeUsgs({ daily, series: [short, long] }), [heise]);
    expect(result).toMatchObject({
      stored: [flow(1, '2026-03-08')],
      records: ['long'],
      status: 'partial',
    });
  });

  test('fills days from an ended series only where the chosen one has none, and counts them', async () => {
    const service = createFakeUsgs({
      daily: [
        ...createFlow(heise, '2020-03-01', ['1', '2', '3'], { record: 'ended' }),
        ...createFlow(heise, '2020-03-03', ['30', '40'], { record: 'current' }),
        ...createFlow(heise, '2020-03-01', ['900'], { record: 'beside' }),
      ],
      series: [
        seriesOf('ended', '1980-01-01', '2020-03-03'),
        seriesOf('current', '2020-03-03', '2026-03-08', { primary: true }),
        seriesOf('beside', '2015-03-03', '2026-03-08', { sublocation: 'left bank' }),
      ],
    });
    const { stored, message, status } = await importSites(service, [heise]);
    expect(stored).toEqual([
      flow(1, '2020-03-01'),
      flow(2, '2020-03-02'),
      flow(30, '2020-03-03'),
      flow(40, '2020-03-04'),
    ]);
    expect(status).toBe('partial');
    expect(message).toContain('The series ended, whose record ends on 2020-03-03, filled 2 days.');
    expect(message).toContain('The series beside (left bank) runs beside the chosen one and was not used.');
  });

  test('imports the measurements of a well whose recorder publishes only the daily maximum', async () => {
    const maximum = depth('2026-02-01', '9', { statistic: '00001', record: 'high' });
    const measurement = depth('2026-02-03T18:00:00+00:00', '12.5');
    const both = createFakeUsgs({ daily: [maximum], measured: [measurement] });
    const { stored, message, status } = await importSites(both, [well]);
    expect(stored).toEqual([`${well} 7 2026-02-03 12.5`]);
    expect(message).toContain('publishes only statistic 00001 (daily maximum), which is not the daily mean');
    expect(status).toBe('succeeded');
    expect(both.requestedUrls.some((url) => url.includes('/daily/'))).toBe(false);
  });

  test('imports nothing for a well that has only a daily maximum, and says so', async () => {
    const maximum = depth('2026-02-01', '9', { statistic: '00001', record: 'high' });
    const { stored, message, status } = await importSites(createFakeUsgs({ daily: [maximum] }), [well]);
    expect(stored).toEqual([]);
    expect(message).toContain('publishes only statistic 00001 (daily maximum), which is not the daily mean');
    expect(status).toBe('partial');
  });

  test('does not mix datums when only the days of the older one are requested', async () => {
    const elevation = (code: string, date: string, value: string, datum: string) =>
      depth(`${date}T18:00:00+00:00`, value, { code, datum });
    const service = createFakeUsgs({
      measured: [
        elevation('62611', '2010-05-01', '4703.4', 'NAVD88'),
        elevation('62610', '2026-03-01', '4700', 'NGVD29'),
      ],
    });
    const recent = await importSites(service, [well], '2026-02-01');
    expect(recent).toMatchObject({ stored: [], status: 'partial' });
    expect(recent.message).toContain(`${well} 62610`);
    const whole = await importSites(service, [well]);
    expect(whole).toMatchObject({ stored: [`${well} 8 2010-05-01 4703.4`], status: 'succeeded' });
    expect(whole.message).toContain('1 values above NGVD29 (62610) were left out');
  });

  test('refuses a next page on another host, which would be sent the key', async () => {
    const service = createFakeUsgs({
      daily: createFlow(heise, '2026-03-01', ['1', '2', '3']),
      pageSize: 2,
      nextAddress: 'https://example.org/ogcapi/v1/collections/daily/items',
    });
    const { stored, message, status } = await importSites({ ...service, now: afterLegacy }, [heise]);
    expect(stored).toEqual([]);
    expect(status).toBe('failed');
    expect(message).toContain('The next page is on another host than api.waterdata.usgs.gov');
    expect(service.requestedUrls.every((url) => url.startsWith('https://api.waterdata.usgs.gov/'))).toBe(
      true,
    );
  });

  test('follows next links to another version of the service', async () => {
    const service = createFakeUsgs({
      daily: createFlow(heise, '2026-03-01', ['1', '2', '3']),
      pageSize: 2,
      nextAddress: 'https://api.waterdata.usgs.gov/ogcapi/v0/collections/daily/items',
    });
    const { stored, message, status } = await importSites(service, [heise]);
    expect(stored).toEqual([flow(1), flow(2, '2026-03-02'), flow(3, '2026-03-03')]);
    expect(message).toContain('3 read, 3 written');
    expect(status).toBe('succeeded');
    expect(service.requestedUrls.at(-1)).toContain('/v0/');
  });

  const createFailing = () =>
    createFakeUsgs({
      daily: createFlow(heise, '2026-03-01', ['1']),
      faults: Array.from({ length: 10 }, () => 'html' as const),
    });

  test('uses the legacy service until it ends', async () => {
    const service = createFailing();
    const { stored, message, status } = await importSites(service, [heise]);
    expect(stored).toEqual([flow(1)]);
    expect(message).toContain('1 read, 1 written');
    expect(status).toBe('succeeded');
    expect(service.requestedUrls.at(-1)).toContain('/nwis/dv/');
  });

  test('does not use the legacy service after its end', async () => {
    const service = createFailing();
    const { stored, message, status } = await importSites({ ...service, now: afterLegacy }, [heise]);
    expect(stored).toEqual([]);
    expect(message).toContain('Down for maintenance');
    expect(status).toBe('failed');
    expect(service.requestedUrls.some((url) => url.includes('/nwis/'))).toBe(false);
  });

  test('asks only for the fields it uses, without geometry and without a sort order', async () => {
    const service = createFakeUsgs({ daily: createFlow(heise, '2026-03-01', ['1']) });
    const { stored, status } = await importSites(service, [heise]);
    expect([stored, status]).toEqual([[flow(1)], 'succeeded']);
    const url = service.requestedUrls.find((each) => each.includes('/v1/collections/daily/')) ?? '';
    const { searchParams } = new URL(url);
    expect(searchParams.get('skipGeometry')).toBe('true');
    expect(searchParams.get('properties')).toContain('unit_of_measure');
    expect(searchParams.has('sortby')).toBe(false);
  });
});

function afterLegacy(): Date {
  return new Date('2027-02-23T18:00:00Z');
}
