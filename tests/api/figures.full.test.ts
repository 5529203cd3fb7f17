import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { DrawFigure, FigureTask } from '#contract/figure.ts';
import { createFigureThread } from '#figures/figure-thread.ts';
import type { Store } from '#server/db/store.ts';
import { timeLimit } from '#server/limits/time-limit.ts';
import { maxDrawn } from '#server/modules/figures/routes.ts';
import { createWorkerTask } from '#server/worker-task.ts';
import { briefRequest, insertBriefFixture, raiseVersion } from '../support/brief-fixture.ts';
import { describeEngines, openEmbeddedStore } from '../support/engines.ts';
import { countPixels, readPng } from '../support/png.ts';
import { sharePortal } from '../support/shared-store.ts';
import { openTestApp } from '../support/test-app.ts';

const basin = { brief: briefRequest, openProviders: ['USBR HydroMet'] } as const;
const season = 'season?site=g1&parameter=streamflow';

/** Remembers what it is asked to draw. */
function createFakeDraw(answer: DrawFigure = async () => new TextEncoder().encode('<style>a{}</style>')) {
  const tasks: FigureTask[] = [];
  const draw: DrawFigure = (task) => {
    tasks.push(task);
    return answer(task);
  };
  return { tasks, draw };
}

/** July 4 in the basin. */
const july = '2022-07-05T03:00:00Z';

const useDay = () => vi.useFakeTimers({ now: new Date(july), toFake: ['Date'] });

describeEngines('figures', (open) => {
  const fake = createFakeDraw();
  const { store, portal } = sharePortal(open, {
    ...basin,
    now: july,
    insert: insertBriefFixture,
    drawFigure: fake.draw,
  });

  async function figureOf(address: string) {
    const { statusCode } = await portal.send(`/embed/${address}`);
    expect(statusCode).toBe(200);
    return fake.tasks.at(-1)?.figure;
  }

  /** The same after the data have changed, when the figure has been drawn again. */
  async function changedFigureOf(address: string) {
    const before = fake.tasks.length;
    await portal.send(`/embed/${address}`);
    await expect.poll(() => fake.tasks.length).toBe(before + 1);
    return figureOf(address);
  }

  test('shows a record: this water year and the last one over the normals', async () => {
    const figure = await figureOf(season);
    expect(figure).toMatchObject({
      title: 'Streamflow at Site G1',
      through: '2022-06-30',
      source: 'USBR HydroMet',
      path: expect.stringMatching(/^\/sites\/\d+\?parameter=1$/),
      facts: [
        { label: 'Last value, Jun 30, 2022', value: '122 cfs' },
        { label: 'Where it stands', value: 'highest on record for the date, of 32 years' },
        { label: 'Compared with the median', value: '116 % of the median' },
        { label: 'Median of the date, 30 years', value: '106 cfs' },
      ],
    });
    const years = new Set(figure?.season?.records.map((each) => each.series_desc));
    expect([...years]).toEqual(['2022', '2021']);
    expect(new Set(figure?.season?.normals.map((each) => each.series_desc))).toContain('P90');
    expect(fake.tasks.at(-1)).toMatchObject({
      theme: 'light',
      format: { kind: 'page' },
      address: expect.stringMatching(/^http:\/\/localhost:\d+\/sites\//),
    });
  });

  test('sums the storage of the system on days on which every reservoir has a value', async () => {
    const figure = await figureOf('storage');
    // Of a year y, the three hold 6000 + 30 (y − 2000) + 6 × the days since January 1.
    expect(figure?.text).toBe(
      'On Jun 30, 2022: 7.74 KAF, 65 % full; highest on record for the date, of 32 years; 495 AF above the median; 30 AF more than a year before.',
    );
    const { records = [], normals = [] } = figure?.season ?? {};
    expect(records.filter((each) => each.series_desc === '2022').at(-1)).toMatchObject({
      rvalue: 7740,
      approval: 'A',
    });
    const past = await figureOf('storage?on=2022-05-31');
    expect(past?.text).toContain('On May 31, 2022: 7.56 KAF, 63 % full;');
    expect(past?.path).toBe('/watershed-overview/today?on=2022-05-31');
    expect(past?.season?.records.filter((each) => each.series_desc === '2022').at(-1)?.rvalue).toBe(7560);
    expect((await portal.send('/embed/storage?on=2122-05-31')).statusCode).toBe(400);
    const median = normals.find((each) => each.series_desc === 'Median' && each.day_order === 274);
    // The median that the sentence says, which is that of the brief.
    expect(median?.rvalue).toBe(7740 - 495);
    await store.query(`update daily_value set flag = 'flat' where loc_ndx = 1 and rdate = '2022-06-29'`);
    await raiseVersion(store);
    const gap = await changedFigureOf('storage');
    expect(gap?.season?.records.length).toBe(records.length - 1);
    await store.query(`update daily_value set flag = null where loc_ndx = 1 and rdate = '2022-06-29'`);
    await raiseVersion(store);
  });

  test('shows the snow of a group and of its sites in percent of the median, never as a sum', async () => {
    const figure = await figureOf('snow?group=upper');
    expect(figure?.title).toBe('Snow water equivalent, Upper: percent of the median');
    expect(figure?.text).toBe(
      'Upper has 127 % of the median for Jun 30, 2022, at 2 of 3 sites: highest on record for the date, of 32 years.',
    );
    expect(figure?.facts).toEqual([
      { label: 'Upper, 2 of 3 sites, Jun 30, 2022', value: '127 % of the median' },
      { label: 'Where it stands', value: 'highest on record for the date, of 32 years' },
      { label: 'Upper, of the median peak of the year', value: '127 %' },
      { label: 'Site S1', value: '141 % of the median' },
      { label: 'Site S2', value: '100 % of the median' },
    ]);
    const { records = [], normals = [] } = figure?.season ?? {};
    expect(new Set(normals.map((each) => each.series_desc))).toEqual(new Set(['Median']));
    expect(normals.every((each) => each.rvalue === 100)).toBe(true);
    const last = records.filter((each) => each.series_desc === '2022').at(-1);
    expect(last).toMatchObject({ units_name: '%', rvalue: 127 });
  });

  test('shows the first figures of the brief', async () => {
    const figure = await figureOf('brief');
    expect(figure?.title).toBe('Storage, snow and rivers on Jun 30, 2022');
    expect(figure?.facts.map(({ label }) => label)).toEqual([
      'Storage',
      'Snow, Upper',
      'Streamflow, Site G1',
    ]);
    expect(figure?.season).toBeUndefined();
  });

  test.each([
    ['season?site=NOWHERE&parameter=Streamflow', 404, 'The portal shows no site with this id.'],
    ['season?site=C-HIDDEN&parameter=Streamflow', 404, 'The portal shows no site with this id.'],
    ['season?site=G1&parameter=Snow', 404, 'Site G1 has no such parameter. It has Streamflow.'],
    [`season?site=${encodeURIComponent("G1' or ''='")}&parameter=1`, 404, 'no site with this id'],
    ['snow?group=Lower', 404, 'There is no such group of snow sites. There are Upper.'],
    ['other', 404, 'There is no figure of this name.'],
    ['season', 400, 'site is missing; parameter is missing'],
  ])('says in a page and in a picture what is wrong with %s', async (address, status, detail) => {
    const page = await portal.send(`/embed/${address}`);
    const picture = await portal.send(`/image/${address.replace(/^\w+/, '$&.png')}`);
    for (const { statusCode, headers, body } of [page, picture]) {
      expect(statusCode).toBe(status);
      expect(body).toContain(detail);
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'cross-origin-resource-policy': 'cross-origin',
      });
    }
    expect(page.headers).not.toHaveProperty('refresh');
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(picture.headers['content-type']).toBe('image/svg+xml; charset=utf-8');
  });

  test('shows only values of open providers', async () => {
    await using closed = openTestApp(store, { brief: briefRequest, drawFigure: fake.draw });
    for (const address of [season, 'storage', 'snow?group=upper']) {
      const { statusCode, body } = await closed.send(`/embed/${address}`, 'Administrator');
      expect(statusCode).toBe(403);
      expect(body).toContain('need an account, so this figure is in the portal only.');
    }
    expect((await closed.send('/embed/brief')).statusCode).toBe(404);
  });

  test('draws once for 50 requests at once, and again when the data change', async () => {
    const before = fake.tasks.length;
    const ask = () => portal.send('/image/storage.png?width=640');
    const answers = await Promise.all(Array.from({ length: 50 }, ask));
    expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true);
    expect(fake.tasks.length).toBe(before + 1);
    await raiseVersion(store);
    await ask();
    await expect.poll(() => fake.tasks.length).toBe(before + 2);
  });
});

describe('the answers with figures', () => {
  let store: Store;

  beforeAll(async () => {
    useDay();
    store = await openEmbeddedStore();
    await insertBriefFixture(store);
  });

  afterAll(async () => {
    vi.useRealTimers();
    await store?.close();
  });

  test('allow frames of the configured origins, and nothing else', async () => {
    const { draw } = createFakeDraw();
    const environment = { EMBED_ORIGINS: 'https://canal.example.org, https://other.example.org' };
    await using portal = openTestApp(store, { ...basin, drawFigure: draw, environment });
    const { headers } = await portal.send({ url: `/embed/${season}`, headers: { cookie: 'a=b' } });
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/]+='; font-src data:; frame-ancestors https:\/\/canal\.example\.org https:\/\/other\.example\.org; base-uri 'none'; form-action 'none'; sandbox allow-popups allow-popups-to-escape-sandbox$/,
    );
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=300',
      refresh: '900',
      'cross-origin-resource-policy': 'cross-origin',
      'content-type': 'text/html; charset=utf-8',
    });
    expect(headers).not.toHaveProperty('x-frame-options');
    expect(headers).not.toHaveProperty('set-cookie');
    const other = await portal.send('/api/version');
    expect(other.headers).toMatchObject({ 'x-frame-options': 'DENY' });
  });

  test('allow every site with *', async () => {
    const { draw } = createFakeDraw();
    await using portal = openTestApp(store, {
      ...basin,
      drawFigure: draw,
      environment: { EMBED_ORIGINS: '*' },
    });
    const { headers } = await portal.send('/embed/storage');
    expect(headers['content-security-policy']).toContain('; frame-ancestors *; ');
  });

  /** A portal whose drawings end when they are let go. */
  function openGatedPortal(answer = new Uint8Array([1])) {
    let gate = Promise.withResolvers<Uint8Array<ArrayBuffer>>();
    const { draw, tasks } = createFakeDraw(() => gate.promise);
    const portal = openTestApp(store, { ...basin, drawFigure: draw });
    return {
      portal,
      tasks,
      fail: () => gate.reject(new Error('The thread has died.')),
      letGo: () => gate.resolve(answer),
      hold: () => {
        gate = Promise.withResolvers<Uint8Array<ArrayBuffer>>();
      },
    };
  }
  const from = (remoteAddress: string, url: string) => ({ url, remoteAddress });

  test('wait for their turn, which is that of callers, and pages do not wait for pictures', async () => {
    const { portal, tasks, letGo } = openGatedPortal();
    const widths = [400, 600, 800, 1200, 1600, 2000];
    const asked = widths.map((width) => portal.send(from('10.0.0.1', `/image/storage.png?width=${width}`)));
    await vi.waitFor(() => expect(tasks).toHaveLength(maxDrawn.pictures));
    const page = portal.send(from('10.0.0.1', '/embed/storage'));
    await vi.waitFor(() => expect(tasks.at(-1)?.format.kind).toBe('page'));
    asked.push(portal.send(from('10.0.0.2', '/image/brief.png')));
    const svg = portal.send(from('10.0.0.2', '/image/brief.svg'));
    await vi.waitFor(() => expect(tasks.at(-1)?.format.kind).toBe('svg'));
    letGo();
    const answers = await Promise.all([...asked, page, svg]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200));
    // The second caller's picture is the second one.
    const pictures = tasks.filter(({ format }) => format.kind === 'png');
    expect(pictures.map(({ figure }) => figure.title)[1]).toBe('Storage, snow and rivers on Jun 30, 2022');
    await portal.close();
  });

  test('ask to try again when it was not their turn in time', async () => {
    vi.useFakeTimers({
      now: new Date(july),
      toFake: ['Date', 'setTimeout', 'clearTimeout'],
    });
    const { portal, tasks, letGo } = openGatedPortal();
    const first = portal.send('/image/storage.png?width=400');
    await vi.waitFor(() => expect(tasks).toHaveLength(1));
    const second = portal.send('/image/storage.png?width=600');
    await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0));
    await vi.advanceTimersByTimeAsync(timeLimit(10_000));
    const refused = await second;
    expect(refused.statusCode).toBe(503);
    expect(refused.headers).toMatchObject({ 'retry-after': '5', 'cache-control': 'no-store' });
    expect(refused.body).toContain('Many figures are being drawn.');
    letGo();
    expect((await first).statusCode).toBe(200);
    expect((await portal.send('/image/storage.png?width=600')).statusCode).toBe(200);
    await portal.close();
    useDay();
  });

  test.each([
    ['a width', 'storage.png?width=400', (at: number) => `storage.png?width=${400 + at}`, 2],
    ['a name', 'snow.png?group=upper', (at: number) => `snow.png?group=${at % 2 ? 'UPPER' : 'Upper'}`, 1],
  ])('are drawn a few times only, however %s is written', async (_, first, next, count) => {
    const { draw, tasks } = createFakeDraw();
    const environment = { RATE_LIMIT_PER_MINUTE: '1000' };
    await using portal = openTestApp(store, { ...basin, drawFigure: draw, environment });
    await portal.send(`/image/${first}`);
    for (let at = 0; at <= 200; at += 1) {
      expect((await portal.send(`/image/${next(at)}`)).statusCode).toBe(200);
    }
    expect(tasks).toHaveLength(count);
  });

  test('spend the budget of who has them drawn', async () => {
    const { draw } = createFakeDraw();
    const environment = { RATE_LIMIT_PER_MINUTE: '100' };
    await using portal = openTestApp(store, { ...basin, drawFigure: draw, environment });
    const widths = [400, 600, 800, 1200, 1600, 2000];
    const statuses: number[] = [];
    for (const width of widths) {
      statuses.push((await portal.send(from('10.0.0.1', `/image/storage.png?width=${width}`))).statusCode);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    const held = await portal.send(from('10.0.0.2', '/image/storage.png?width=400'));
    expect(held.statusCode).toBe(200);
  });

  test('are the last ones while new ones are drawn, and while drawing fails', async () => {
    const { portal, tasks, letGo, hold, fail } = openGatedPortal();
    letGo();
    const first = await portal.send('/image/storage.png');
    expect(first.headers['cache-control']).toBe('public, max-age=300');
    hold();
    await raiseVersion(store);
    for (let count = 0; count < 3; count += 1) {
      const outdated = await portal.send('/image/storage.png');
      expect(outdated.statusCode).toBe(200);
      expect(outdated.headers['cache-control']).toBe('public, max-age=10');
    }
    await vi.waitFor(() => expect(tasks).toHaveLength(2));
    fail();
    await vi.waitFor(async () => {
      expect((await portal.send('/image/storage.png')).statusCode).toBe(200);
      expect(tasks.length).toBeGreaterThan(2);
    });
    hold();
    letGo();
    await vi.waitFor(async () => {
      const { headers } = await portal.send('/image/storage.png');
      expect(headers['cache-control']).toBe('public, max-age=300');
    });
    await portal.close();
  });

  test('are refused at once when the data may not be shown any more', async () => {
    const { draw } = createFakeDraw();
    await using portal = openTestApp(store, { ...basin, drawFigure: draw });
    const ask = async () => (await portal.send(`/embed/${season}`)).statusCode;
    const show = (isShown: boolean) =>
      store.query('update location set is_shown = $1 where loc_id = $2', [isShown, 'G1']);
    expect(await ask()).toBe(200);
    await show(false);
    await vi.waitFor(async () => expect(await ask()).toBe(404));
    await show(true);
    expect(await ask()).toBe(200);
  });

  test('recover when the thread that draws has died, or hangs', async () => {
    const entry = new URL(
      `data:text/javascript,${encodeURIComponent(`
        import { parentPort } from 'node:worker_threads';
        parentPort.on('message', ({ id, input }) => {
          if (input.format.width === 400) process.exit(1);
          if (input.format.width === 600) for (;;);
          parentPort.postMessage({ id, output: new Uint8Array([1, 2]) });
        });`)}`,
    );
    const draw = createWorkerTask<FigureTask, Uint8Array<ArrayBuffer>>(entry, { timeoutMs: 1000 });
    await using portal = openTestApp(store, { ...basin, drawFigure: draw });
    for (const width of [400, 600]) {
      const failed = await portal.send(`/image/storage.png?width=${width}`);
      expect(failed.statusCode).toBe(503);
      expect(failed.body).toContain('The figure could not be drawn.');
      const drawn = await portal.send(`/image/storage.png?width=${width + 400}`);
      expect(drawn.rawPayload).toEqual(Buffer.from([1, 2]));
    }
  });

  test('are pictures of the size that is asked for, or the next one, and pages', async () => {
    await using portal = openTestApp(store, { ...basin, drawFigure: createFigureThread() });
    const plain = await portal.send(`/image/${season.replace('season', 'season.png')}`);
    expect(plain.headers['content-type']).toBe('image/png');
    expect(readPng(plain.rawPayload).width).toBe(800);
    const picture = readPng((await portal.send('/image/storage.png?width=500&scale=2')).rawPayload);
    expect(picture.width).toBe(1200);
    expect(picture.at(1, 1)).toEqual([255, 255, 255]);
    // The band of the middle half of the years, and text.
    expect(countPixels(picture, [0xca, 0xd5, 0xdd])).toBeGreaterThan(500);
    expect(countPixels(picture, [0x1b, 0x23, 0x28])).toBeGreaterThan(500);
    const card = readPng((await portal.send('/image/brief.png?theme=dark&width=400')).rawPayload);
    expect(card.at(1, 1)).toEqual([0x1a, 0x21, 0x25]);
    expect(countPixels(card, [0xe9, 0xee, 0xf1])).toBeGreaterThan(300);
    const page = await portal.send('/embed/storage');
    expect(page.body).toContain('<h1>Storage</h1>');
    expect(page.body).toContain('target="_blank" rel="noopener"');
    expect(page.body).not.toMatch(/<script|\son\w+=|style="/);
  });
});
