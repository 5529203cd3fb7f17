import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { type DailyRecord, readDailyData } from '#contract/daily-data.ts';
import { dataAddress } from '#domain/page-paths.ts';
import { readDerived } from '#features/derived-series/rules/definitions.ts';
import { widenPeriod } from '#features/derived-series/rules/derive.ts';
import { deriveResults } from '#features/derived-series/screen/derived-results.ts';
import { columns, toValueRows } from '#features/time-series/files.ts';
import { emptySide } from '#features/time-series/rules/selection.ts';
import { loadResults } from '#features/time-series/screen/results.ts';
import { exportedCell } from '#lib/table/rows.ts';
import { describeEngines } from '../../support/engines.ts';
import { insertFixture } from '../../support/fixture-data.ts';
import { refreshRecord } from '../../support/refresh-record.ts';
import { closeAfter } from '../../support/set-up.ts';
import { openTestApp } from '../../support/test-app.ts';

const openSite = 'HEII';
const flow = `site=${openSite}&parameter=Streamflow`;

/** What is refused: the address after the prefix, the status, and words of the answer. */
const refused: readonly (readonly [address: string, status: number, says: string])[] = [
  [`daily.csv?${flow}&derived=`, 400, 'must not be empty'],
  [`daily.csv?${flow}&derived=ratio:l1,l1:X`, 400, 'It must begin with diff, sum'],
  [`daily.csv?${flow}&derived=mean:l1:9:X`, 400, 'a mean of 3, 7 or 30 days'],
  [`daily.csv?${flow}&derived=diff:l1,l2:X`, 400, 'l2 is not among the chosen series'],
  [`daily.csv?${flow}&derived=cfs:l1:X`, 400, 'Snake River near Heise is in cfs'],
  [`daily.csv?${flow}&second_site=W-7&second_parameter=7&derived=diff:l1,r1:X`, 400, 'needs one unit'],
  [`daily.csv?${flow}&derived=mean:d1:3:X`, 400, 'one that stands before it'],
  [`daily.csv?${flow}${'&derived=af:l1:X'.repeat(2)}`, 400, 'Another derived series is named'],
];

/** The rows under the notes, as cells. */
function cellsOf(body: string): string[][] {
  const lines = body.split(/\r?\n/).filter((line) => !line.startsWith('#'));
  if (lines[0]?.includes('\t')) return lines.filter(Boolean).map((line) => line.split('\t'));
  return parse(lines.join('\r\n'), { relax_column_count: true });
}

describeEngines('derived series in a file of daily values', async (open) => {
  const store = closeAfter(await open());
  await insertFixture(store);
  await store.query(`insert into daily_value (loc_ndx, parameter_ndx, rdate, result_value_daily, approval, qualifier)
    select l, p, d::date, round((100 + 60 * sin(extract(doy from d)::float / 58) + l)::numeric, 3),
      case when d < '2019-10-01' then 'A' else 'P' end, case when extract(day from d) = 3 then 'e' else '' end
    from generate_series('2018-10-01'::timestamp, '2020-09-30'::timestamp, '1 day') d, (values (1, 1), (2, 7)) s (l, p)`);
  await store.query(`update daily_value set flag = 'spike' where loc_ndx = 1 and rdate = '2020-03-05'`);
  await refreshRecord(store, { loc_ndx: 1, parameter_ndx: 1 });
  await refreshRecord(store, { loc_ndx: 2, parameter_ndx: 7 });
  const portal = closeAfter(openTestApp(store, { openProviders: ['USBR HydroMet'] }));
  const get = (address: string, token?: string) => portal.send({ url: `/api/data/${address}` }, token);

  test.each(refused)('refuses %s with %i', async (address, status, says) => {
    const answer = await get(address, 'User');
    expect([answer.statusCode, answer.body]).toEqual([status, expect.stringContaining(says)]);
  });

  test.each([
    `daily.csv?${flow}&from=2020-01-01&derived=mean:l1:7:Week&derived=diff:l1,d1:Against+the+week`,
    `daily.rdb?${flow}&derived=af:l1:Volume&derived=lag:l1:-3:Earlier`,
  ])('%s has lines of one width', async (address) => {
    const answer = await get(address);
    expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([200, '']);
    expect(new Set(cellsOf(answer.body).map((row) => row.length)).size).toBe(1);
  });

  test('derived series follow the values, and are those of the screen', async () => {
    const [from, to] = ['2020-03-01', '2020-03-20'];
    const texts = ['mean:l1:7:Week', 'diff:l1,d1:Against the week', 'af:l1:Volume', 'lag:l1:3:Later'];
    const query = { site: openSite, parameter: 'Streamflow', from, to, derived: texts };
    const answer = await portal.send(dataAddress('daily', query));
    const [header = [], ...lines] = cellsOf(answer.body);
    const at = (name: string) => header.indexOf(name);
    const rows = lines.filter((cells) => cells[at('Parameter Name')] === 'Derived series');

    const shown = {
      huc8s: [],
      left: { parameter: 1, locations: [1] },
      right: emptySide,
      start: from,
      end: to,
      oneAxis: true as const,
      more: texts,
    };
    const period = { start: from, end: to };
    const results = await loadResults(
      portal.request,
      { shown, period, readPeriod: widenPeriod(period, readDerived(texts).derived) },
      { signal: new AbortController().signal, previous: undefined, report: () => {} },
    );
    const { drawn, listed } = deriveResults(results, [{ loc_ndx: 1, loc_name: 'Snake River near Heise' }]);
    const screen = toValueRows([...drawn, ...listed]).map((row) =>
      columns.map((column) => exportedCell(column, row)),
    );
    expect(rows).toEqual(screen);
    expect(rows).toHaveLength(4 * 20);

    const ofDay = (name: string, day: string) =>
      rows.find((cells) => cells[at('Location Name')] === name && cells[at('Last Report')] === day);
    const measured = await portal.request(readDailyData, {
      params: { parameter: '1', locations: '1', start: '2020-02-24', end: '2020-03-01' },
      query: { format: 'records' },
    });
    const values = (measured as DailyRecord[]).map((each) => each.result_value_daily);
    const mean = values.reduce((sum, each) => sum + each, 0) / 7;
    expect(Number(ofDay('Week', '2020-03-01')?.[at('Result')])).toBeCloseTo(mean, 8);
    // The flagged day is part of seven means.
    const flagged = rows.filter((cells) => cells[at('Location Name')] === 'Week' && cells[at('Flag')] !== '');
    expect(flagged.map((cells) => cells[at('Last Report')])).toEqual(
      [5, 6, 7, 8, 9, 10, 11].map((day) => `2020-03-${String(day).padStart(2, '0')}`),
    );
    expect(ofDay('Later', '2020-03-08')?.[at('Flag')]).toBe('a jump that is undone within days');
    expect(answer.body).toContain('# Against the week (cfs): Snake River near Heise − Week');
    expect(answer.body).toContain(`# Values: ${5 * 20}`);
  });
});
