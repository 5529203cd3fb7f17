import { readdirSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { FilePreview, OwnFile, OwnFileState } from '#features/own-records/contract.ts';
import type { Mapping } from '#features/own-records/rules/mapping.ts';
import { describePreview } from '#features/own-records/screen/file-text.ts';
import { ingest } from '#ingest/run.ts';
import { createImportRunner } from '#server/imports/import-runner.ts';
import { describeEngines } from '../../support/engines.ts';
import { temporaryFolder } from '../../support/set-up.ts';
import { sharePortal } from '../../support/shared-store.ts';
import { diversion, insertOwnSites, ownBasin, readDays } from './own-portal.ts';
import { baseMapping, wrongFiles } from './wrong-files.ts';

const now = '2026-04-10T18:00:00Z';
const tools = { sleep: async () => {}, environment: {}, random: () => 0.5 };

test('there are 80 wrong files, each with a name of its own', () => {
  expect(wrongFiles.length).toBeGreaterThanOrEqual(80);
  expect(new Set(wrongFiles.map(({ name }) => name)).size).toBe(wrongFiles.length);
});

describeEngines('files of one’s own', (open) => {
  const folder = temporaryFolder('own-files');
  const { store, portal } = sharePortal(open, {
    insert: insertOwnSites,
    now,
    file: ownBasin,
    environment: { RATE_LIMIT_PER_MINUTE: '100000', DATA_DIR: folder },
    internalIngest: {
      secret: 'secret',
      runner: createImportRunner(({ source, ...request }, hooks) =>
        ingest(store, source, { ...tools, ...request, ...hooks, basin: ownBasin }),
      ),
    },
  });

  beforeEach(async () => {
    vi.setSystemTime(Date.now() + 1000);
    for (const table of [
      'own_reading',
      'own_origin',
      'own_series',
      'own_feed',
      'own_file',
      'ingest_run',
      'daily_value',
      'daily_value_revision',
      'daily_value_addition',
      'location_parameter',
    ])
      await store.query(`delete from ${table}`);
  });

  const send = async (method: 'GET' | 'POST', url: string, payload?: object, isUpload = false) => {
    const headers = isUpload ? { 'content-type': 'application/octet-stream' } : {};
    const answer = await portal.send({ method, url, headers, ...(payload && { payload }) }, 'Administrator');
    return { status: answer.statusCode, body: answer.json() };
  };
  const upload = (content: string | Buffer) =>
    send('POST', '/api/own-records/files?name=a.csv', Buffer.from(content), true);

  /** Previews a file through the browser's door. A file that is none is refused when it is uploaded. */
  async function preview(
    content: string | Buffer,
    mapping: Mapping,
  ): Promise<{ refusal?: string; preview?: FilePreview; id: string }> {
    const uploaded = await upload(content);
    if (uploaded.status !== 200) return { refusal: uploaded.body.detail, id: '' };
    const { id }: OwnFile = uploaded.body;
    const answer = await send('POST', `/api/own-records/files/${id}/preview`, { mapping });
    return answer.status === 200 ? { preview: answer.body, id } : { refusal: answer.body.detail, id };
  }

  async function storeFile(id: string, mapping: Mapping): Promise<OwnFileState> {
    const started = await send('POST', `/api/own-records/files/${id}/store`, { mapping });
    expect(started.status, JSON.stringify(started.body)).toBe(202);
    for (;;) {
      const { body } = await send('GET', `/api/own-records/files/${id}`);
      if (body.status !== 'running' && body.status !== 'uploaded') return body;
      await new Promise(setImmediate);
    }
  }

  /** Imports a file as `npm run ingest -- feed gates --file PATH`. */
  const importFeed = (content: string | Buffer, mapping: Mapping) => {
    const file = path.join(folder, 'feed.csv');
    writeFileSync(file, content);
    const basin = { ...ownBasin, feeds: { gates: { file: '/nowhere', ...mapping } } };
    return ingest(store, 'feed gates', { ...tools, basin, file });
  };

  const countStored = async () => {
    const readings = await store.query('select from own_reading');
    const days = await store.query(`select from daily_value where qualifier is distinct from 'Cmp'`);
    return readings.length + days.length;
  };

  test.each(wrongFiles.map((each) => [each.name, each] as const))(
    '%s is refused with its reason, by the browser’s door and by the command',
    async (_, { content, mapping: changes = {}, lines = [], stored = 0, refusal }) => {
      const mapping: Mapping = { ...baseMapping, ...changes };
      const shown = await preview(content, mapping);
      const found = shown.preview?.refused ?? [];
      expect(found.map(({ line }) => line)).toEqual(lines.map(([line]) => line));
      for (const [at, [, reason]] of lines.entries()) expect(found[at]?.reason).toContain(reason);
      if (refusal !== undefined) {
        const said = shown.refusal ?? shown.preview?.questions.map(({ question }) => question).join(' ');
        expect(said).toContain(refusal);
      }
      const rows = shown.preview?.changes.reduce((sum, each) => sum + each.new, 0) ?? 0;
      expect(rows).toBe(stored);
      expect(await countStored()).toBe(0);

      const report = await importFeed(content, mapping);
      const messages = [...report.failures, ...report.incomplete].map(({ message }) => message);
      expect(report.status).not.toBe('succeeded');
      for (const [line, reason] of lines)
        expect(messages).toContainEqual(
          expect.stringMatching(
            new RegExp(`^Line ${line}: .*${reason.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`),
          ),
        );
      if (refusal !== undefined) expect(messages.join(' ')).toContain(refusal);
      expect(report.rows_rejected).toBe(lines.length);
      expect(await countStored()).toBe(stored);
    },
  );

  test.each([
    ['has letters of a zone', 'HEII,07/04/2025 08:15 UTC,5\n'],
    ['comes after 50 rows', `${'HEII,2025-07-04 08:15,5\n'.repeat(60)}HEII,7/4/2025 08:15,5\n`],
    ['is below the beginning of the file', `HEII,,${' '.repeat(5000)}\nHEII,7/4/2025 08:15,5\n`],
  ])('the order of a date is asked where a year that is last %s', async (_, rows) => {
    const { date_order: _order, ...mapping } = { ...baseMapping, zone: 'UTC' };
    const { preview: shown } = await preview(`site,time,value\n${rows}`, mapping);
    expect(shown?.questions.map(({ field }) => field)).toEqual(['date_order']);
    const { failures, incomplete } = await importFeed(`site,time,value\n${rows}`, mapping);
    const messages = [...failures, ...incomplete].map(({ message }) => message).join();
    expect(messages).toMatch(/In which order|has its year last/);
    const guessed = await store.query(`select from own_reading where at <> '2025-07-04T08:15:00Z'`);
    expect(guessed).toEqual([]);
  });

  test('of days that are stamped with midnight it is asked whether that begins or ends them', async () => {
    const content = `site,time,value\n${'HEII,2026-04-02,5\n'.repeat(60)}HEII,2026-04-02 00:00,5\n`;
    const mapping: Mapping = { ...baseMapping, row: 'daily mean' };
    const asked = async (stamp: Mapping['stamp']) =>
      (await preview(content, { ...mapping, stamp })).preview?.questions.map(({ field }) => field);
    expect([await asked('instant'), await asked('begin'), await asked('end')]).toEqual([['stamp'], [], []]);
  });

  test('a column that is named twice is asked, and chosen by its place', async () => {
    const content = 'site;time;Flow;Flow\nHEII;4/1/2026 10:00;5;6\n';
    const read = async (value: string) =>
      (await preview(content, { ...baseMapping, delimiter: ';', value })).preview;
    const asked = await read('Flow');
    expect(asked?.columns).toEqual(['site', 'time', 'Flow (3)', 'Flow (4)']);
    expect(asked?.questions).toMatchObject([{ field: 'value' }]);
    expect((await read('Flow (3)'))?.rows).toMatchObject([{ value: 5 }]);
    expect((await read('Flow (4)'))?.rows).toMatchObject([{ value: 6 }]);
    const late = `${' '.repeat(5000)}\n${content}`;
    const mapping: Mapping = { ...baseMapping, delimiter: ';', header_line: 2, value: 'Flow' };
    expect((await preview(late, mapping)).refusal).toBe('The file has no column "Flow" in line 2.');
  });

  test('of JSON that is larger than a preview reads, the first 20 MB are shown', async () => {
    const note = 'x'.repeat(100_000);
    const rows = Array.from({ length: 210 }, (_, at) => ({
      ...{ site: 'HEII', time: new Date(Date.UTC(2026, 3, 1) + at * 60_000).toISOString(), value: at, note },
    }));
    const mapping: Mapping = { ...baseMapping, format: 'json', zone: 'stamp' };
    const large = (await preview(JSON.stringify(rows, undefined, 1), mapping)).preview;
    expect(large?.read_bytes).toBe(20_000_000);
    expect(large?.changes[0]?.new).toBeGreaterThan(150);
    if (large)
      expect(describePreview(large)).toMatch(/^[12]\d\d rows of the first 20 MB understood, 0 refused\.$/);
    const small = (await preview(JSON.stringify(rows.slice(0, 2)), mapping)).preview;
    expect(small?.read_bytes).toBeNull();
    if (small) expect(describePreview(small)).toBe('2 rows understood, 0 refused.');
  });

  test('one file of a person waits, and those that no row knows go after a day', async () => {
    const stored = path.join(folder, 'own-files');
    const first = (await upload('site,time,value\n')).body.id;
    for (const [name, ageMs] of [
      ['broken-off', 90_000_000],
      ['on-its-way', 1000],
    ] as const) {
      writeFileSync(path.join(stored, name), 'site');
      const at = new Date(Date.now() - ageMs);
      utimesSync(path.join(stored, name), at, at);
    }
    await store.query(`update own_file set mapping = '{}'`);
    const second = (await upload('site,time,value\n')).body.id;
    const left = readdirSync(stored);
    expect(left).toEqual(expect.arrayContaining([second, 'on-its-way']));
    expect(left).not.toContain(first);
    expect(left).not.toContain('broken-off');
    expect(await store.query('select id from own_file')).toEqual([{ id: second }]);
  });

  describe('a right file', () => {
    const quarters = (start: number, count: number, lineOf: (clock: string, at: number) => string) =>
      Array.from({ length: count }, (_, at) => {
        const clock = new Date(start + at * 900_000).toISOString().slice(0, 16).replace('T', ' ');
        return lineOf(clock, at);
      });

    test('with commas and means that end with their stamps becomes days, and again nothing', async () => {
      // Standard time all the year: the day of the basin in summer begins at 23:00 of that clock.
      const start = Date.UTC(2026, 3, 6, 23, 15);
      const lines = quarters(
        start,
        96,
        (clock, at) => `${clock.split('-').reverse().join('.')};${String(at / 10).replace('.', ',')}`,
      );
      const content = [
        'Logger 7;;',
        'Zeit;Durchfluss;',
        ...lines.map((line) => `${line.replace(/^(\d\d) (\d\d:\d\d)\.(\d\d)\.(\d{4})/, '$1.$3.$4 $2')};`),
      ].join('\r\n');
      const mapping: Mapping = {
        ...{ format: 'csv', delimiter: ';', header_line: 2, decimal: ',', date_order: 'DMY', zone: '-07:00' },
        ...{ site: { loc_id: 'heii' }, time: ['Zeit'], value: 'Durchfluss', parameter: 'Diversion' },
        ...{ unit: 'm³/s', row: 'reading', stamp: 'end', period_minutes: 15 },
      };
      const { id, preview: shown } = await preview(`${content}\r\n`, mapping);
      expect(shown).toMatchObject({ questions: [], refused_count: 0, missing: 0 });
      expect(shown?.rows).toHaveLength(20);
      expect(shown?.rows[1]).toMatchObject({ line: 4, at: '2026-04-07T06:30:00.000Z', unit: 'cfs' });
      expect(shown?.rows[1]?.value).toBeCloseTo(0.1 / 0.3048 ** 3, 10);
      expect(shown?.changes).toMatchObject([{ loc_id: 'HEII', rows: 96, new: 96, same: 0, revised: 0 }]);
      const state = await storeFile(id, mapping);
      expect(state).toMatchObject({ status: 'succeeded', rows_read: 96, rows_written: 96 });
      expect(state.messages).toEqual(['HEII Diversion: Converted from m³/s to cfs.']);
      const days = await readDays(store, 1, diversion);
      expect(Object.keys(days)).toEqual(['2026-04-07']);
      expect(days['2026-04-07']).toBeCloseTo(4.75 / 0.3048 ** 3, 3);
      const again = await preview(`${content}\r\n`, mapping);
      expect(again.preview?.changes).toMatchObject([{ new: 0, same: 96, revised: 0 }]);
      expect(await storeFile(again.id, mapping)).toMatchObject({ rows_written: 0, rows_unchanged: 96 });
      expect(await store.query('select from daily_value_revision')).toEqual([]);
    });

    test('of days on both nights when the clocks change, and of a leap day, is as it is', async () => {
      const days = ['2024-02-29', '2025-11-02', '2026-03-08'];
      const content = `site,time,value\n${days.map((day, at) => `HEII,${day} 24:00,${at + 1}`).join('\n')}\n`;
      const report = await importFeed(content, { ...baseMapping, row: 'daily mean', date_order: 'YMD' });
      expect(report).toMatchObject({ status: 'succeeded', rows_written: 3 });
      expect(await readDays(store, 1, diversion)).toEqual({
        '2024-02-29': 1,
        '2025-11-02': 2,
        '2026-03-08': 3,
      });
    });

    test.each([
      ['2025-11-02', '2025-11-02T18:30:00Z'],
      ['2026-03-08', '2026-03-08T18:30:00Z'],
      ['2026-03-09', '2026-03-09T18:00:00Z'],
    ])('of what rises evenly has on %s its value of the middle of the day, %s', async (day, middle) => {
      // The first two are the days on which the clocks change, of 25 and 23 hours.
      const start = Date.parse(`${day}T00:00:00Z`);
      const lines = Array.from(
        { length: 36 },
        (_, at) => `HEII,${new Date(start + at * 3_600_000).toISOString()},${at}`,
      );
      const report = await importFeed(`site,time,value\n${lines.join('\n')}\n`, {
        ...baseMapping,
        zone: 'stamp',
      });
      expect(report.status).toBe('succeeded');
      const expected = (Date.parse(middle) - start) / 3_600_000;
      expect(await readDays(store, 1, diversion)).toEqual({ [day]: expected });
    });

    test.each([
      ['AF', 1.983471, 1],
      ['second-foot-days', 7, 7],
      ['KAF', 0.001983471, 1],
      ['million gallons', 0.6463169, 1],
    ])('of daily totals in %s is a mean flow', async (unit, value, expected) => {
      const content = `site,time,value\nHEII,2026-04-01,${value}\n`;
      await importFeed(content, { ...baseMapping, row: 'daily total', unit });
      expect((await readDays(store, 1, diversion))['2026-04-01']).toBeCloseTo(expected, 5);
    });

    test('of a counter that wraps is the flow that it counted', async () => {
      // Half an acre-foot an hour; it wraps at 20.
      const lines = Array.from(
        { length: 27 },
        (_, at) => `HEII,${new Date(Date.UTC(2026, 3, 1, 5 + at)).toISOString()},${(15 + at / 2) % 20}`,
      );
      const mapping: Mapping = {
        ...baseMapping,
        zone: 'stamp',
        row: 'counter',
        unit: 'AF',
        counter: { wraps_at: 20 },
      };
      await importFeed(`site,time,value\n${lines.join('\n')}\n`, mapping);
      expect((await readDays(store, 1, diversion))['2026-04-01']).toBeCloseTo((12 * 43_560) / 86_400, 4);
    });

    test('of JSON is read by the keys of its rows', async () => {
      const rows = [
        { s: 'HEII', t: '2026-04-01T10:00:00Z', v: 5 },
        { s: 'HEII', t: '2026-04-01T11:00:00Z', v: null },
      ];
      const mapping: Mapping = {
        ...{
          format: 'json',
          list: 'data.rows',
          site: { column: 's' },
          time: ['t'],
          value: 'v',
          zone: 'stamp',
        },
        ...{ parameter: 'Diversion', unit: 'gpm', row: 'reading', stamp: 'instant' },
      };
      const { preview: shown } = await preview(JSON.stringify({ data: { rows } }), mapping);
      expect(shown).toMatchObject({ questions: [], missing: 1, refused_count: 0 });
      expect(shown?.rows).toMatchObject([{ line: 1, at: '2026-04-01T10:00:00.000Z' }]);
      expect(shown?.rows[0]?.value).toBeCloseTo(5 * 0.00222801, 8);
    });

    test('of days cannot join a record of readings', async () => {
      await importFeed('site,time,value\nHEII,4/1/2026 10:00,5\n', baseMapping);
      const report = await importFeed('site,time,value\nHEII,4/1/2026,5\n', {
        ...baseMapping,
        row: 'daily mean',
      });
      expect(report.failures).toEqual([
        {
          name: 'HEII Diversion',
          message:
            'The record at this site is of readings of instants, and these are values of days. They cannot be one record.',
        },
      ]);
    });

    test('that comes again undoes no correction', async () => {
      const content = 'site,time,value\nHEII,4/1/2026 10:00,5\n';
      await importFeed(content, baseMapping);
      await store.query(`insert into own_origin (origin_ndx, way, made_by) values (99999, 'hand', 'x')`);
      await store.query(
        'insert into own_reading select loc_ndx, parameter_ndx, at, 2, null, null, 99999 from own_reading',
      );
      expect(await importFeed(content, baseMapping)).toMatchObject({ rows_written: 0, rows_unchanged: 1 });
      expect(await store.query('select from own_reading')).toHaveLength(2);
    });
  });

  test('a feed of an address is resumed by its last stamp', async () => {
    const asked: string[] = [];
    const fetch = async (input: unknown) => {
      asked.push(String(input));
      return new Response('site,time,value\nHEII,4/1/2026 10:00,5\n');
    };
    const feed = { url: 'https://logger.example/data?after={since}', ...baseMapping };
    const basin = { ...ownBasin, feeds: { gates: feed } };
    for (let round = 0; round < 2; round += 1)
      await ingest(store, 'feed gates', { ...tools, basin, fetch: fetch as typeof globalThis.fetch });
    expect(asked.map((address) => address.slice(-20))).toEqual([
      '1980-01-01T00:00:00Z',
      '2026-04-01T16:00:00Z',
    ]);
    const runs = await store.query('select source, status from ingest_run order by ingest_run_ndx');
    expect(runs).toEqual([1, 2].map(() => ({ source: 'feed gates', status: 'succeeded' })));
  });

  test('an import of all sources reads the feeds of the basin, too', async () => {
    const file = path.join(folder, 'all.csv');
    writeFileSync(file, 'site,time,value\nHEII,4/1/2026 10:00,5\n');
    const basin = { ...ownBasin, agencies: {}, feeds: { gates: { file, ...baseMapping } } };
    const fetch = async () => new Response('closed', { status: 403 });
    await ingest(store, 'all', { ...tools, basin, fetch });
    const runs = await store.query(`select status, rows_written from ingest_run where source = 'feed gates'`);
    expect(runs).toEqual([{ status: 'succeeded', rows_written: 1 }]);
  });

  test.each([
    ['feed other', 'feeds.other of the basin file'],
    ['feed gates', 'feeds.gates of the basin file needs one of url, file and folder'],
    ['feed typo', 'feeds.typo'],
  ])('%s is refused where the basin file has no such feed, or not all of it', async (source, message) => {
    const basin = {
      ...ownBasin,
      feeds: { gates: { ...baseMapping }, typo: { ...baseMapping, file: 'x', zome: 'UTC' } },
    };
    const report = await ingest(store, source, { ...tools, basin });
    expect(report.failures[0]?.message).toContain(message);
  });
});
