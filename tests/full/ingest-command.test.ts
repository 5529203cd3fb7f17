import { spawn } from 'node:child_process';
import { openAsBlob } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { PGlite } from '@electric-sql/pglite';
import { describe, expect, inject, test } from 'vitest';
import { basinPath } from '../support/basin.ts';
import { hydroMetTable } from '../support/fake-hydromet.ts';
import { startLocalServer } from '../support/local-server.ts';
import { closeAfter, temporaryFolder } from '../support/set-up.ts';

const command = path.resolve(import.meta.dirname, '../../src/commands/ingest.ts');

/** Answers requests for columns of HydroMet with one day. */
const hydromet = closeAfter(
  await startLocalServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    response.end(hydroMetTable(url, [url.searchParams.get('start') ?? ''], () => '1970.00'));
  }),
);

// Each run starts a process, which takes long where several tests do.
describe('the command ingest', { timeout: 1_200_000 }, async () => {
  const folder = temporaryFolder('command');
  await mkdir(path.join(folder, 'data'));
  const template = inject('embeddedTemplate');
  if (template) {
    const dataDir = path.join(folder, 'data/pglite');
    await (await PGlite.create({ dataDir, loadDataDir: await openAsBlob(template) })).close();
  }

  /** Runs the command in the folder, where there is no `.env`. Returns its exit code and what it prints. */
  async function run(...parameters: readonly string[]) {
    const child = spawn(process.execPath, [command, ...parameters], {
      cwd: folder,
      env: {
        ...process.env,
        INIT_CWD: folder,
        BASIN_FILE: basinPath,
        DATABASE_URL: '',
        DATA_DIR: path.join(folder, 'data'),
        USBR_URL: `${hydromet.origin}/daily.pl`,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const exit = new Promise<number | null>((resolve) => child.once('exit', resolve));
    const [code, output, errors] = await Promise.all([exit, text(child.stdout), text(child.stderr)]);
    return { code, output: output + errors };
  }

  test('exits with 0 if it imported, even if a cell was rejected', async () => {
    await writeFile(
      path.join(folder, 'some.csv'),
      'DateTime,heii_qd\n2020-01-01,1970\n2020-01-02,19x0\n2020-01-03,1980\n',
    );
    const { code, output } = await run('usbr', '--file', 'some.csv');
    expect(output).toContain('2 written, 0 unchanged, 0 revised, 1 rejected');
    expect(code).toBe(0);
  });

  test('exits with 1 if one of the named sites is unknown, and imports the other', async () => {
    const since = '2026-01-01';
    const { code, output } = await run('usbr', '--sites', 'amf_af,nope', '--since', since);
    expect(output).toContain(`${since} to ${since}: 1 read, 1 written`);
    expect(output).toContain('Refused: nope: The name is unknown to the source usbr.');
    expect(code).toBe(1);
  });

  test('exits with 3 if less arrived than was asked for, and says so', async () => {
    const properties = {
      monitoring_location_id: 'USGS-13037500',
      parameter_code: '00060',
      statistic_id: '00003',
      time_series_id: 'one',
      time: '2020-02-01',
      value: '1970',
      unit_of_measure: 'ft^3/s',
    };
    const page = { features: [{ properties }], links: [{ rel: 'next', href: 'https://example.org/2' }] };
    await writeFile(path.join(folder, 'page.json'), JSON.stringify(page));
    const { code, output } = await run('usgs', '--file', 'page.json', '--replace-source');
    expect(output).toContain('Incomplete: the file: It is one page of an answer');
    expect(output).toContain('usgs: partial, 1 read, 1 written');
    expect(code).toBe(3);
  });

  test('asks what the midnights of a file mean, and takes the answer', async () => {
    await writeFile(path.join(folder, 'midnights.csv'), 'DateTime,amf_af\n2020-06-17 00:00:00,812.4\n');
    const asked = await run('usbr', '--file', 'midnights.csv');
    expect(asked.output).toContain('Add --midnight start if this one is of 2020-06-17, or --midnight end');
    expect(asked.code).toBe(1);
    const { output } = await run('usbr', '--file', 'midnights.csv', '--midnight', 'end');
    expect(output).toContain('2020-06-16 to 2020-06-16: 1 read, 1 written');
  });
});
