import { once } from 'node:events';
import { get } from 'node:http';
import { Worker } from 'node:worker_threads';
import type { BenchResult } from '../measure.ts';
import { Latencies } from './latencies.ts';
import type { Mix } from './people.ts';
import type { LoadedPortal } from './portal.ts';
import { VersionTimes } from './version-reader.ts';

const seconds = 20;
const downloads = 24;

/** Asks for the version 20 times a second while 24 downloads run: 16 of CSV, four by each person, and 8 of columns. */
export async function readDuringDownloads(portal: LoadedPortal, mix: Mix): Promise<BenchResult[]> {
  const end = performance.now() + seconds * 1000;
  const counts = { ended: 0, bytes: 0, failed: 0 };
  const latencies = new Latencies();
  const random = () => 0.3;
  const [series = ''] = mix.series(random);
  const [, , , parameter = '', sites = ''] = series.split(/[/?]/);
  const whole = `/api/timeseries-daily-data/${parameter}/${sites}/1900-01-01/2100-01-01`;

  async function download(at: number) {
    const token = portal.tokens[at % portal.tokens.length];
    const format = at < 4 * portal.tokens.length ? 'csv' : 'columns';
    while (performance.now() < end) {
      const bytes = await fetchAll(portal.port, `${whole}?format=${format}`, token ?? '');
      if (bytes === undefined) counts.failed += 1;
      else {
        counts.ended += 1;
        counts.bytes += bytes;
      }
    }
  }

  async function readVersion() {
    const entry = new URL('./version-reader.ts', import.meta.url);
    const [found] = await once(new Worker(entry, { workerData: { port: portal.port, seconds } }), 'message');
    const { times, failed } = VersionTimes.parse(found);
    for (const time of times) latencies.add('version', time);
    counts.failed += failed;
  }

  await Promise.all([...Array.from({ length: downloads }, (_, at) => download(at)), readVersion()]);
  const megabytes = (counts.bytes / 1e6).toFixed(0);
  return [
    {
      what: '/api/version beside 24 downloads, p99',
      value: latencies.percentile(0.99) / latencies.percentile(0.5),
      unit: '× the median',
      detail: `${counts.ended} downloads of ${megabytes} MB in ${seconds} s, p99 ${latencies.percentile(0.99).toFixed(0)} ms`,
    },
    { what: 'Failed requests beside 24 downloads', value: counts.failed, unit: '', limit: 0 },
  ];
}

/** The size of an answer; undefined if it is not 200 or breaks off. */
function fetchAll(port: number, path: string, token: string): Promise<number | undefined> {
  const { promise, resolve } = Promise.withResolvers<number | undefined>();
  const headers = { host: 'localhost:4321', ...(token && { authorization: `Bearer ${token}` }) };
  get({ port, path, headers }, (answer) => {
    let bytes = 0;
    answer.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
    });
    answer.on('end', () => resolve(answer.statusCode === 200 ? bytes : undefined));
    answer.on('error', () => resolve(undefined));
  }).on('error', () => resolve(undefined));
  return promise;
}
