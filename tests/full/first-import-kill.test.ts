import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, inject, test } from 'vitest';
import { seedDemo } from '#ingest/demo/index.ts';
import { readDemoState } from '#server/db/demonstration.ts';
import { openStore } from '#server/db/open-store.ts';
import type { Store } from '#server/db/store.ts';
import { basin, basinPath } from '../support/basin.ts';
import { createTestDatabase } from '../support/engines.ts';
import { hydroMetTable } from '../support/fake-hydromet.ts';
import { startLocalServer } from '../support/local-server.ts';
import { closeAfter, temporaryFolder } from '../support/set-up.ts';

const command = path.resolve(import.meta.dirname, '../../src/commands/ingest.ts');
const stations = new Set(['13037500', 'AMF', '13011000', 'JCK']);
/** `TEST_KILLS=10` tries more of the moments at which an import may end. */
const kills = Number(process.env.TEST_KILLS ?? 2);

const hydromet = closeAfter(
  await startLocalServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    response.end(hydroMetTable(url, ['2026-01-05', '2026-01-06'], () => '1970.00'));
  }),
);

const engines = ['embedded', ...(inject('postgresUrl') === undefined ? [] : ['PostgreSQL'])];

describe.each(engines)('the process of a first import (%s)', { timeout: 1_200_000 }, (engine) => {
  const folder = temporaryFolder('first-import-kill');

  test(`killed at any time, leaves a demonstration or real values only, ${kills} times`, async () => {
    const database = engine === 'embedded' ? undefined : await createTestDatabase();
    const url = database?.url ?? path.join(folder, 'data');
    const use = async <T>(work: (store: Store) => Promise<T>): Promise<T> => {
      const store = await openStore(url);
      try {
        return await work(store);
      } finally {
        await store.close();
      }
    };
    const read = () =>
      use(async (store) => {
        const [counts] = await store.query<{ synthetic: number; real: number }>(
          `select count(*) filter (where lp.source is null)::int as synthetic, count(*) filter (where lp.source is not null)::int as real
            from daily_value d left join location_parameter lp using (loc_ndx, parameter_ndx)`,
        );
        const { has_data } = await readDemoState(store);
        return { has_data, ...counts };
      });
    /** Runs the command; kills it some milliseconds after it has said what it will remove. */
    const run = async (killAfter?: number) => {
      const child = spawn(
        process.execPath,
        [command, 'usbr', '--sites', 'heii_qd,amf_af,jck_af,amf_qd', '--since', '2026-01-01'],
        {
          cwd: folder,
          env: {
            ...process.env,
            BASIN_FILE: basinPath,
            DATABASE_URL: database?.url ?? '',
            DATA_DIR: url,
            USBR_URL: `${hydromet.origin}/daily.pl`,
          },
          stdio: ['ignore', 'pipe', 'pipe'],
        },
      );
      let output = '';
      const said = Promise.withResolvers<void>();
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (text: string) => {
          output += text;
          if (output.includes('demonstration')) said.resolve();
        });
      const closed = once(child, 'close').finally(said.resolve);
      if (killAfter !== undefined) {
        await said.promise;
        await setTimeout(killAfter);
        child.kill('SIGKILL');
      }
      await closed;
      return output;
    };
    try {
      await use((store) => seedDemo(store, { basin, through: '2026-03-08', valuesOf: stations }));
      const whole = await read();
      expect(whole).toMatchObject({ has_data: true, real: 0 });
      for (let at = 0; at < kills; at += 1) {
        await run(at * 120);
        // The lock of a process that was killed ends after 15 s.
        await use((store) => store.query('delete from lease'));
        const found = await read();
        if (found.has_data) expect(found).toEqual(whole);
        else {
          expect(found.synthetic).toBe(0);
          // A demonstration again, for the next kill.
          await use((store) =>
            seedDemo(store, { basin, through: '2026-03-08', valuesOf: stations, replace: true }),
          );
        }
      }
      expect(await run()).toContain('Removed the demonstration');
      const real = await read();
      expect(real).toMatchObject({ has_data: false, synthetic: 0 });
      expect(await run()).not.toContain('demonstration');
      expect(await read()).toEqual(real);
    } finally {
      await database?.drop();
    }
  });
});
