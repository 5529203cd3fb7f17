import { expect, test } from 'vitest';
import { Figure } from '#features/embeds/contract.ts';
import { briefRequest, insertBriefFixture, raiseVersion } from '../../support/brief-fixture.ts';
import { describeEngines } from '../../support/engines.ts';
import { sharePortal } from '../../support/shared-store.ts';
import { openTestApp } from '../../support/test-app.ts';

const basin = { brief: briefRequest, openProviders: ['USBR HydroMet'] } as const;
const season = 'season?site=g1&parameter=streamflow';

/** July 4 in the basin. */
const july = '2022-07-05T03:00:00Z';

describeEngines('figures', (open) => {
  const { store, portal } = sharePortal(open, {
    ...basin,
    now: july,
    insert: insertBriefFixture,
  });

  async function figureOf(address: string): Promise<Figure> {
    const answer = await portal.send(`/api/figures/${address}`);
    expect(answer.statusCode).toBe(200);
    return Figure.parse(answer.json());
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
    const years = new Set(figure.season?.records.map((each) => each.series_desc));
    expect([...years]).toEqual(['2022', '2021']);
    expect(new Set(figure.season?.normals.map((each) => each.series_desc))).toContain('P90');
  });

  test('sums the storage of the system on days on which every reservoir has a value', async () => {
    const figure = await figureOf('storage');
    // Of a year y, the three hold 6000 + 30 (y − 2000) + 6 × the days since January 1.
    expect(figure.text).toBe(
      'On Jun 30, 2022: 7.74 KAF, 65 % full; highest on record for the date, of 32 years; 495 AF above the median; 30 AF more than a year before.',
    );
    const { records = [], normals = [] } = figure.season ?? {};
    expect(records.filter((each) => each.series_desc === '2022').at(-1)).toMatchObject({
      rvalue: 7740,
      approval: 'A',
    });
    const past = await figureOf('storage?on=2022-05-31');
    expect(past.text).toContain('On May 31, 2022: 7.56 KAF, 63 % full;');
    expect(past.path).toBe('/watershed-overview/today?on=2022-05-31');
    expect(past.season?.records.filter((each) => each.series_desc === '2022').at(-1)?.rvalue).toBe(7560);
    expect((await portal.send('/api/figures/storage?on=2122-05-31')).statusCode).toBe(400);
    const median = normals.find((each) => each.series_desc === 'Median' && each.day_order === 274);
    // The median that the sentence says, which is that of the brief.
    expect(median?.rvalue).toBe(7740 - 495);
    await store.query(`update daily_value set flag = 'flat' where loc_ndx = 1 and rdate = '2022-06-29'`);
    await raiseVersion(store);
    const gap = await figureOf('storage');
    expect(gap.season?.records.length).toBe(records.length - 1);
    await store.query(`update daily_value set flag = null where loc_ndx = 1 and rdate = '2022-06-29'`);
    await raiseVersion(store);
  });

  test('shows the snow of a group and of its sites in percent of the median, never as a sum', async () => {
    const figure = await figureOf('snow?group=upper');
    expect(figure.title).toBe('Snow water equivalent, Upper: percent of the median');
    expect(figure.text).toBe(
      'Upper has 127 % of the median for Jun 30, 2022, at 2 of 3 sites: highest on record for the date, of 32 years.',
    );
    expect(figure.facts).toEqual([
      { label: 'Upper, 2 of 3 sites, Jun 30, 2022', value: '127 % of the median' },
      { label: 'Where it stands', value: 'highest on record for the date, of 32 years' },
      { label: 'Upper, of the median peak of the year', value: '127 %' },
      { label: 'Site S1', value: '141 % of the median' },
      { label: 'Site S2', value: '100 % of the median' },
    ]);
    const { records = [], normals = [] } = figure.season ?? {};
    expect(new Set(normals.map((each) => each.series_desc))).toEqual(new Set(['Median']));
    expect(normals.every((each) => each.rvalue === 100)).toBe(true);
    const last = records.filter((each) => each.series_desc === '2022').at(-1);
    expect(last).toMatchObject({ units_name: '%', rvalue: 127 });
  });

  test('shows the first figures of the brief', async () => {
    const figure = await figureOf('brief');
    expect(figure.title).toBe('Storage, snow and rivers on Jun 30, 2022');
    expect(figure.facts.map(({ label }) => label)).toEqual(['Storage', 'Snow, Upper', 'Streamflow, Site G1']);
    expect(figure.season).toBeNull();
  });

  test.each([
    ['season?site=NOWHERE&parameter=Streamflow', 404, 'The portal shows no site with this id.'],
    ['season?site=C-HIDDEN&parameter=Streamflow', 404, 'The portal shows no site with this id.'],
    ['season?site=G1&parameter=Snow', 404, 'Site G1 has no such parameter. It has Streamflow.'],
    [`season?site=${encodeURIComponent("G1' or ''='")}&parameter=1`, 404, 'no site with this id'],
    ['snow?group=Lower', 404, 'There is no such group of snow sites. There are Upper.'],
    ['season', 400, 'site'],
    ['season?site=&parameter=Streamflow', 400, 'site'],
    [`season?site=${'x'.repeat(201)}&parameter=Streamflow`, 400, 'site'],
    ['season?site=G1&site=G2&parameter=Streamflow', 400, 'site'],
    ['storage?on=2022-02-30', 400, 'on'],
    ['storage?theme=dark', 400, 'theme'],
    ['brief?width=400', 400, 'width'],
    ['nothing', 404, 'There is no such call.'],
  ])('says what is wrong with %s', async (address, status, detail) => {
    const { statusCode, body } = await portal.send(`/api/figures/${address}`);
    expect(statusCode).toBe(status);
    expect(body).toContain(detail);
  });

  test('may be read by a page without an origin, also where it is refused', async () => {
    for (const address of [season, 'season?site=NOWHERE&parameter=Streamflow']) {
      const { headers } = await portal.send({ url: `/api/figures/${address}`, headers: { origin: 'null' } });
      expect(headers).toMatchObject({
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
      });
      expect(headers).not.toHaveProperty('access-control-allow-credentials');
    }
  });

  test('shows only values of open providers', async () => {
    await using closed = openTestApp(store, { brief: briefRequest });
    for (const address of [season, 'storage', 'snow?group=upper']) {
      const { statusCode, body } = await closed.send(`/api/figures/${address}`, 'Administrator');
      expect(statusCode).toBe(403);
      expect(body).toContain('need an account, so this figure is in the portal only.');
    }
    expect((await closed.send('/api/figures/brief')).statusCode).toBe(404);
  });

  test('is computed once for 50 requests at once, however its name is written, and charged to one of them', async () => {
    await using fresh = openTestApp(store, { ...basin, environment: { RATE_LIMIT_PER_MINUTE: '60' } });
    const ask = (_: unknown, at: number) =>
      fresh.send(`/api/figures/snow?group=${at % 2 === 0 ? 'UPPER' : 'upper'}`);
    const answers = await Promise.all(Array.from({ length: 50 }, ask));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200));
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
  });
});
