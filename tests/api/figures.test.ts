import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { DrawFigure, FigureTask } from '#contract/figure.ts';
import { createFigureThread } from '#figures/figure-thread.ts';
import type { Store } from '#server/db/store.ts';
import { maxRunning } from '#server/modules/figures/figure-files.ts';
import { createWorkerTask } from '#server/worker-task.ts';
import { briefRequest, insertBriefFixture, raiseVersion } from '../support/brief-fixture.ts';
import { describeEngines, openEmbeddedStore } from '../support/engines.ts';
import { countPixels, readPng } from '../support/png.ts';
import { openTestApp, roleVerifier, type TestApp } from '../support/test-app.ts';

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

function useDay() {
  // July 4 in the basin.
  vi.useFakeTimers({ now: new Date('2022-07-05T03:00:00Z'), toFake: ['Date'] });
}

describeEngines('figures', (open) => {
  let store: Store;
  let portal: TestApp;
  const fake = createFakeDraw();

  beforeAll(async () => {
    useDay();
    store = await open();
    await insertBriefFixture(store);
    portal = openTestApp(store, { ...basin, drawFigure: fake.draw });
  });

  afterAll(async () => {
    vi.useRealTimers();
    await portal?.close();
    await store?.close();
  });

  async function figureOf(address: string) {
    const { statusCode } = await portal.send(`/embed/${address}`);
    expect(statusCode).toBe(200);
    return fake.tasks.at(-1)?.figure;
  }

  test('shows a record: this water year and the last one over the normals', async () => {
    const figure = await figureOf(season);
    expect(figure).toMatchObject({
      title: 'Streamflow at Site G1',
      through: '2022-06-30',
      source: 'USBR HydroMet',
      path: expect.stringMatching(/^\/sites\/\d+\?parameter=1$/),
      facts: [
        { label: 'Last value, 06/30/2022', value: '122 cfs' },
        { label: 'Median of the date, 30 years', value: '106 cfs' },
        { label: 'Compared with the median', value: '116 % of the median' },
        { label: 'Among the years on record', value: 'highest of 32 years' },
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
      'On 06/30/2022: 7.74 KAF, 65 % full; 30 AF more than a year before; 495 AF more than the median of 30 years; highest of 32 years.',
    );
    const { records = [], normals = [] } = figure?.season ?? {};
    expect(records.filter((each) => each.series_desc === '2022').at(-1)).toMatchObject({
      rvalue: 7740,
      approval: 'A',
    });
    const median = normals.find((each) => each.series_desc === 'Median' && each.day_order === 274);
    // The median that the sentence says, which is that of the brief.
    expect(median?.rvalue).toBe(7740 - 495);
    await store.query(`update daily_value set flag = 'flat' where loc_ndx = 1 and rdate = '2022-06-29'`);
    await raiseVersion(store);
    const gap = await figureOf('storage');
    expect(gap?.season?.records.length).toBe(records.length - 1);
    await store.query(`update daily_value set flag = null where loc_ndx = 1 and rdate = '2022-06-29'`);
    await raiseVersion(store);
  });

  test('sums the snow of a group over the sum of the medians of the same sites', async () => {
    const figure = await figureOf('snow?group=upper');
    expect(figure?.title).toBe('Snow water equivalent, Upper: sum of 2 of 3 sites');
    expect(figure?.facts.slice(0, 3)).toEqual([
      { label: 'Sum of 2 sites, 06/30/2022', value: '38.5 in' },
      { label: 'Sum of the medians of the date', value: '30.25 in' },
      { label: 'Compared with the median', value: '127 % of the median' },
    ]);
    expect(new Set(figure?.season?.normals.map((each) => each.series_desc))).toEqual(new Set(['Median']));
    expect(figure?.season?.normals.every((each) => each.rvalue === 30.25)).toBe(true);
  });

  test('shows the first figures of the brief', async () => {
    const figure = await figureOf('brief');
    expect(figure?.title).toBe('Storage, snow and rivers on 06/30/2022');
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
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(picture.headers['content-type']).toBe('image/svg+xml; charset=utf-8');
  });

  test('shows only values of open providers', async () => {
    const closed = openTestApp(store, { brief: briefRequest, drawFigure: fake.draw });
    for (const address of [season, 'storage', 'snow?group=upper']) {
      const { statusCode, body } = await closed.send({
        url: `/embed/${address}`,
        headers: { authorization: 'Bearer Administrator' },
      });
      expect(statusCode).toBe(403);
      expect(body).toContain('Values of USBR HydroMet need an account');
    }
    expect((await closed.send('/embed/brief')).statusCode).toBe(404);
    await closed.close();
  });

  test('draws once for 50 requests at once, and again when the data change', async () => {
    const before = fake.tasks.length;
    const ask = () => portal.send('/image/storage.png?width=640');
    const answers = await Promise.all(Array.from({ length: 50 }, ask));
    expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true);
    expect(fake.tasks.length).toBe(before + 1);
    await raiseVersion(store);
    await ask();
    expect(fake.tasks.length).toBe(before + 2);
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
    const portal = openTestApp(store, { ...basin, drawFigure: draw, environment, verifier: roleVerifier });
    const { headers } = await portal.send({ url: `/embed/${season}`, headers: { cookie: 'a=b' } });
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/]+='; frame-ancestors https:\/\/canal\.example\.org https:\/\/other\.example\.org; base-uri 'none'; form-action 'none'; sandbox allow-popups allow-popups-to-escape-sandbox$/,
    );
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=300',
      'cross-origin-resource-policy': 'cross-origin',
      'content-type': 'text/html; charset=utf-8',
    });
    expect(headers).not.toHaveProperty('x-frame-options');
    expect(headers).not.toHaveProperty('set-cookie');
    const other = await portal.send('/api/version');
    expect(other.headers).toMatchObject({ 'x-frame-options': 'DENY' });
    for (const address of [`/embed/${season}`, '/image/storage.png', '/image/storage.svg']) {
      const { etag } = (await portal.send(address)).headers;
      const again = await portal.send({ url: address, headers: { 'if-none-match': String(etag) } });
      expect(again.statusCode).toBe(304);
    }
    await portal.close();
  });

  test('allow every site with *', async () => {
    const { draw } = createFakeDraw();
    const portal = openTestApp(store, { ...basin, drawFigure: draw, environment: { EMBED_ORIGINS: '*' } });
    const { headers } = await portal.send('/embed/storage');
    expect(headers['content-security-policy']).toContain('; frame-ancestors *; ');
    await portal.close();
  });

  test('ask to try again while too many figures are drawn', async () => {
    const gate = Promise.withResolvers<Uint8Array<ArrayBuffer>>();
    const { draw, tasks } = createFakeDraw(() => gate.promise);
    const portal = openTestApp(store, { ...basin, drawFigure: draw });
    const ask = (width: number) => portal.send(`/image/storage.png?width=${width}`);
    const waiting = Array.from({ length: maxRunning }, (_, at) => ask(400 + at));
    await vi.waitFor(() => expect(tasks).toHaveLength(maxRunning));
    const refused = await ask(900);
    expect(refused.statusCode).toBe(503);
    expect(refused.headers).toMatchObject({ 'retry-after': '5', 'cache-control': 'no-store' });
    gate.resolve(new Uint8Array([1]));
    for (const { statusCode } of await Promise.all(waiting)) expect(statusCode).toBe(200);
    expect((await ask(900)).statusCode).toBe(200);
    await portal.close();
  });

  test('recover when the thread that draws has died, or hangs', async () => {
    const entry = new URL(
      `data:text/javascript,${encodeURIComponent(`
        import { parentPort } from 'node:worker_threads';
        parentPort.on('message', ({ id, input }) => {
          if (input.format.width === 500) process.exit(1);
          if (input.format.width === 501) for (;;);
          parentPort.postMessage({ id, output: new Uint8Array([1, 2]) });
        });`)}`,
    );
    const draw = createWorkerTask<FigureTask, Uint8Array<ArrayBuffer>>(entry, { timeoutMs: 1000 });
    const portal = openTestApp(store, { ...basin, drawFigure: draw });
    for (const width of [500, 501]) {
      const failed = await portal.send(`/image/storage.png?width=${width}`);
      expect(failed.statusCode).toBe(503);
      expect(failed.body).toContain('The figure could not be drawn.');
      const drawn = await portal.send(`/image/storage.png?width=${width + 100}`);
      expect(drawn.rawPayload).toEqual(Buffer.from([1, 2]));
    }
    await portal.close();
  });

  test('are pictures of the size that is asked for, and pages', async () => {
    const portal = openTestApp(store, { ...basin, drawFigure: createFigureThread() });
    const plain = await portal.send(`/image/${season.replace('season', 'season.png')}`);
    expect(plain.headers['content-type']).toBe('image/png');
    expect(readPng(plain.rawPayload).width).toBe(800);
    const picture = readPng((await portal.send('/image/storage.png?width=500&scale=2')).rawPayload);
    expect(picture.width).toBe(1000);
    expect(picture.at(1, 1)).toEqual([255, 255, 255]);
    // The band of the middle half of the years, and text.
    expect(countPixels(picture, [0xb3, 0xcf, 0xe4])).toBeGreaterThan(500);
    expect(countPixels(picture, [0x1b, 0x23, 0x28])).toBeGreaterThan(500);
    const card = readPng((await portal.send('/image/brief.png?theme=dark&width=400')).rawPayload);
    expect(card.at(1, 1)).toEqual([0x1a, 0x21, 0x25]);
    expect(countPixels(card, [0xe9, 0xee, 0xf1])).toBeGreaterThan(300);
    const page = await portal.send('/embed/storage');
    expect(page.body).toContain('<h1>Storage</h1>');
    expect(page.body).toContain('target="_blank" rel="noopener"');
    expect(page.body).not.toMatch(/<script|\son\w+=|style="/);
    await portal.close();
  });
});
