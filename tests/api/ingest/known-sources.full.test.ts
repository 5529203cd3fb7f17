import { expect, test } from 'vitest';
import { readDailyParameter, readDailyRows } from '#features/time-series/server/daily-data.ts';
import { writeDailyText } from '#features/time-series/server/daily-text.ts';
import { formatDay } from '#lib/calendar.ts';
import { randomSource } from '#lib/random-source.ts';
import { endDemonstration } from '#server/db/demonstration.ts';
import { summarizeSeries } from '#server/db/records.ts';
import { setDemonstration } from '../../support/demonstration.ts';
import { describeEngines } from '../../support/engines.ts';
import { shareStore } from '../../support/shared-store.ts';
import { openTestApp } from '../../support/test-app.ts';
import {
  type Answer,
  firstAnswered,
  importUsbr,
  importUsgs,
  ndxOfHeise,
  readClockOf,
} from '../../support/two-sources.ts';

type Source = 'usbr' | 'usgs';
type Known = { readonly value: number; readonly approval: string; readonly source: Source | null };

/** What a naive reader would note down after every import: all values of the series by day. */
type State = ReadonlyMap<string, Known>;

const dayCount = 25;
const scenarios = 10;
const stepsPerScenario = 6;

describeEngines('values as known after replacements', (open) => {
  const store = shareStore(open);

  async function read(asOf?: string): Promise<State> {
    const rows = await readDailyRows(store, await readDailyParameter(store, 1), {
      parameter: 1,
      locations: [await ndxOfHeise(store)],
      start: '2020-01-01',
      end: '2020-12-31',
      asOf,
    });
    const records = JSON.parse(`[${writeDailyText(rows, 'records')}]`) as (Known & {
      rdate: string;
      result_value_daily: number;
    })[];
    return new Map(
      records.map(({ rdate, result_value_daily: value, approval, source }) => {
        return [rdate, { value, approval, source }];
      }),
    );
  }

  /** Synthetic values, which no history has: without them, nothing is known of the time before. */
  async function seed(answer: Answer) {
    const ndx = await ndxOfHeise(store);
    for (const [day, value] of answer) {
      await store.query('insert into daily_value values ($1, 1, $2::text::date, $3)', [
        ndx,
        formatDay(firstAnswered + day),
        value,
      ]);
    }
    await summarizeSeries(store, [{ loc_ndx: ndx, parameter_ndx: 1 }]);
    await setDemonstration(store, true);
  }

  const clear = () =>
    store.query(
      'truncate daily_value, statistic_day, location_parameter, daily_value_revision, daily_value_addition, series_source',
    );

  test('have the value, approval and source of a naive model', { timeout: 300_000 }, async () => {
    const random = randomSource(33);
    const below = (count: number) => Math.floor(random() * count);
    const randomAnswer = (): Answer =>
      new Map(
        Array.from({ length: dayCount }, (_, day) => day)
          .filter(() => random() < 0.5)
          .concat(dayCount)
          .map((day) => [day, 1 + below(3)]),
      );
    const dayOf = (day: number) => formatDay(firstAnswered + day);
    const asSeeded = (answer: Answer): State =>
      new Map([...answer].map(([day, value]) => [dayOf(day), { value, approval: 'A', source: null }]));
    let compared = 0;
    const done = { replaced: 0, refused: 0, revised: 0, removed: 0, 'made real': 0 };
    // The site comes with the first import.
    await importUsbr(store, new Map([[0, 1]]));
    for (let scenario = 0; scenario < scenarios; scenario += 1) {
      await clear();
      let owner: Source | null = null;
      let state: State = new Map();
      let past: { readonly at: string; readonly state: State }[] = [];
      if (scenario % 2 === 0) {
        const answer = randomAnswer();
        await seed(answer);
        state = asSeeded(answer);
      }
      for (let step = 0; step < stepsPerScenario; step += 1) {
        const isSynthetic = owner === null && state.size > 0;
        if (isSynthetic && step === 0 && scenario % 4 === 0) {
          await store.transaction((transaction) => endDemonstration(transaction, 'test', store.engine));
          state = new Map();
          done.removed += 1;
        } else {
          const source: Source = below(2) === 0 ? 'usbr' : 'usgs';
          const replaceSource = below(2) === 0;
          const answer = randomAnswer();
          const provisional = new Set([...answer.keys()].filter(() => below(2) === 0));
          const report =
            source === 'usbr'
              ? await importUsbr(store, answer, { replaceSource })
              : await importUsgs(store, answer, { replaceSource, provisional });
          const approvalOf = (day: number) => (source === 'usbr' || provisional.has(day) ? 'P' : 'A');
          const sent: State = new Map(
            [...answer].map(([day, value]) => [dayOf(day), { value, approval: approvalOf(day), source }]),
          );
          if (owner !== null && owner !== source && !replaceSource) {
            expect(report.failures).toHaveLength(1);
            done.refused += 1;
          } else {
            expect(report.failures).toEqual([]);
            if (isSynthetic) {
              past = past.map(({ at }) => ({ at, state: new Map() }));
              done['made real'] += 1;
            }
            const isReplacing = owner !== null && owner !== source;
            done[isReplacing ? 'replaced' : 'revised'] += 1;
            state = isSynthetic || isReplacing ? sent : new Map([...state, ...sent]);
            owner = source;
          }
        }
        past.push({ at: await readClockOf(store), state });
        expect(sorted(await read())).toEqual(sorted(state));
        const one = past[below(past.length)];
        if (one) expect(sorted(await read(one.at)), `step ${step}`).toEqual(sorted(one.state));
        compared += 1;
      }
      for (const each of past) {
        expect(sorted(await read(each.at))).toEqual(sorted(each.state));
        compared += 1;
      }
    }
    expect(compared).toBeGreaterThanOrEqual(100);
    // Every kind of change took part.
    expect(Object.entries(done).filter(([, count]) => count < 2)).toEqual([]);
  });

  test('name the source of that day in every answer that takes as_of', async () => {
    const answer = new Map([
      [0, 10],
      [1, 11],
    ]);
    await importUsbr(store, answer);
    // The first import was on an earlier day.
    for (const table of ['daily_value_addition', 'series_source']) {
      await store.query(`update ${table} set known_from = '2020-03-01T12:00:00Z'`);
    }
    await importUsgs(store, answer, { replaceSource: true });
    await using portal = openTestApp(store);
    const ndx = await ndxOfHeise(store);
    const daily = `/api/timeseries-daily-data/1/${ndx}/2020-01-01/2020-01-31`;
    const file = '/api/data/daily.csv?site=13037500&parameter=Streamflow';
    for (const [asOf, source, deliverer] of [
      ['2020-03-02', 'usbr', 'USBR HydroMet'],
      [undefined, 'usgs', 'USGS'],
    ] as const) {
      const ask = async (url: string) => {
        const known = asOf === undefined ? '' : `${url.includes('?') ? '&' : '?'}as_of=${asOf}`;
        const answered = await portal.send(url + known, 'User');
        expect(answered.statusCode, answered.body).toBe(200);
        return answered.body;
      };
      const records = JSON.parse(await ask(daily)) as { source: string }[];
      expect(records.map((each) => each.source)).toEqual([source, source]);
      expect(JSON.parse(await ask(`${daily}?format=columns`)).series[0].source).toBe(source);
      for (const url of [`${daily}?format=csv`, file]) {
        expect(await ask(url)).toContain(`# Source: ${deliverer}\r\n`);
      }
      expect(await ask(file.replace('.csv', '.rdb'))).toContain(`# Source: ${deliverer}\n`);
    }
  });
});

const sorted = (state: State) => [...state].sort(([one], [other]) => one.localeCompare(other));
