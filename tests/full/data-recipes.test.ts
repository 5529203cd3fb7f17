import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { openDuckDb } from '../support/duckdb.ts';
import { openEmbeddedStore } from '../support/engines.ts';
import { insertFixture } from '../support/fixture-data.ts';
import { closeAfter, temporaryFolder } from '../support/set-up.ts';
import { openTestApp } from '../support/test-app.ts';

const run = promisify(execFile);
const python = '/usr/bin/python3';
const guide = ['data-access', 'data-in-programs']
  .map((name) => readFileSync(`content/documentation/guide/${name}.md`, 'utf8'))
  .join('\n');

/** The blocks of code of the guide in a language, in order. */
function blocksOf(language: string): string[] {
  return [...guide.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(
    ([, text = '']) => text,
  );
}

async function hasPandas(): Promise<boolean> {
  return run(python, ['-c', 'import pandas']).then(
    () => true,
    () => false,
  );
}

describe('the recipes of the guide', async () => {
  const folder = temporaryFolder('recipes');
  const environment = { ...process.env, PORTAL_TOKEN: 'User' };
  const here = (text: string) => text.replaceAll('https://portal.example.org', origin);

  const store = closeAfter(await openEmbeddedStore());
  await insertFixture(store);
  await store.query("update location set loc_id = '13037500' where loc_ndx = 1");
  await store.query(`insert into daily_value (loc_ndx, parameter_ndx, rdate, result_value_daily, approval, qualifier)
    select 1, 1, d::date, 100 * extract(month from d), 'A', ''
    from generate_series('2024-09-01'::timestamp, '2025-10-31'::timestamp, '1 day') d`);
  const portal = closeAfter(openTestApp(store, { openProviders: ['USBR HydroMet'] }));
  const origin = await portal.app.listen({ port: 0, host: '127.0.0.1' });

  const months = [10, 11, 12, 1, 2, 3, 4, 5, 6, 7, 8, 9];

  test('Python has the means of the months', async ({ skip }) => {
    if (!(await hasPandas())) skip('pandas is not at hand');
    const { stdout } = await run(python, ['-c', here(blocksOf('python')[0] ?? '')], { env: environment });
    const means = stdout.split('\n').filter((line) => /^\d{4}-/.test(line));
    expect(means.map((line) => Number(line.split(/\s+/).at(-1)))).toEqual(months.map((month) => 100 * month));
  });

  test('curl fetches the first example', async () => {
    const { stdout } = await run('sh', ['-c', here(blocksOf('sh')[0] ?? '')]);
    expect(stdout).toContain('# Values: 365');
  });

  test('DuckDB has the means of the months', async () => {
    await run('sh', ['-c', here(blocksOf('sh')[2] ?? '')], { cwd: folder });
    const duckDb = await openDuckDb();
    const sql = (blocksOf('sql')[0] ?? '').replace('flow.csv', path.join(folder, 'flow.csv'));
    const rows = await duckDb.query<{ cfs: number }>(sql);
    duckDb.close();
    expect(rows.map(({ cfs }) => Number(cfs))).toEqual(months.map((month) => 100 * month));
  });
});
