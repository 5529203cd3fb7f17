import { expect, test } from 'vitest';
import { allEndpoints } from '../support/all-endpoints.ts';
import { describeOneEngine } from '../support/engines.ts';
import { insertFixture } from '../support/fixture-data.ts';
import { sharePortal } from '../support/shared-store.ts';

const samples: Readonly<Record<string, string>> = {
  parameter: '1',
  location: '1',
  locations: '1,2',
  loc: '1',
  series: 'Minimum,P5,P10,P25,Median,P75,P90,P95,Maximum,2015',
  start: '2015-01-01',
  end: '2016-12-31',
};

/** The addresses of all reads that need nothing but sample parameters. */
const addresses = allEndpoints
  .filter(({ method }) => method === 'GET')
  .map(({ path }) => path.replace(/:(\w+)/g, (whole, name) => samples[name] ?? whole))
  .filter((path) => path.startsWith('/api/') && !path.includes(':'));

const further = [
  '/api/timeseries-daily-data/1/1/2015-01-01/2016-12-31?format=columns',
  '/api/wy-analysis-comparison/1/1/Median,P10,2015?measure=volume',
  '/api/wy-analysis-comparison/1/1/Median,P10,2015?year=irrigation',
  '/api/wy-analysis-standing/1/1?measure=volume',
  '/api/wy-analysis-comparison/2/4/Median,P10,2015',
  '/api/reach-gains-report/3?totals=true',
  '/api/timeseries-daily-data/1/1/2015-01-01/2016-12-31?format=csv',
];

/** More digits than any measurement, sum or coordinate has. */
const noisyNumber = /(?<![\w.-])-?\d*\.?\d+(?:e[+-]?\d+)?/gi;
const maxDigits = 10;

const noiseIn = (text: string) =>
  (text.replace(/"(?:[^"\\]|\\.)*"/g, '""').match(noisyNumber) ?? []).filter(
    (number) => number.replace(/e.*$/i, '').replace(/\D/g, '').replace(/^0+/, '').length > maxDigits,
  );

describeOneEngine('the numbers of the API', (open) => {
  const { portal } = sharePortal(open, {
    insert: async (store) => {
      await insertFixture(store);
      await store.query(`insert into location (loc_ndx, loc_id, loc_name, loc_type_ndx, data_provider_ndx, huc8_ndx,
      latitude_dd, longitude_dd, count_wqdata) overriding system value
      values (4, '314:WY:SNTL', 'Base Camp', 7, 6, 1, 43.94, -110.44, 0)`);
      await store.query(
        "insert into location_parameter values (4, 2, '1985-10-01', '2020-09-30', 12784, 35, 12784)",
      );
      await store.query('delete from daily_value');
      // Tenths and hundredths, which binary fractions do not hold.
      await store.query(`insert into daily_value (loc_ndx, parameter_ndx, rdate, result_value_daily, approval)
      select loc_ndx, parameter_ndx, d::date, 8.7 + extract(doy from d) / 100 + extract(year from d) % 7 / 10, 'A'
      from (values (1, 1), (3, 9), (4, 2)) as series (loc_ndx, parameter_ndx),
        generate_series('1985-10-01'::timestamp, '2020-09-30', '1 day') d`);
    },
  });

  test('finds noise where it is', () => {
    expect(
      noiseIn('{"a":8.699999809265137,"b":-112.803271,"c":"8.699999809265137","d":0.30000000000000004}'),
    ).toEqual(['8.699999809265137', '0.30000000000000004']);
  });

  test.each([...new Set([...addresses, ...further])])('%s has none of binary fractions', async (url) => {
    const answer = await portal.send(url, 'Developer');
    expect(noiseIn(answer.body)).toEqual([]);
  });

  test('has answers with numbers', async () => {
    const answers = await Promise.all(further.map((url) => portal.send(url, 'Developer')));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(further.map(() => 200));
    expect(answers.every(({ body }) => /\d\.\d/.test(body))).toBe(true);
  });
});
