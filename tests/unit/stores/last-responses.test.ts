import { beforeEach, expect, test } from 'vitest';
import { $lastResponses, recordResponse } from '#stores/last-responses.ts';

const record = (path: string, outcome: number | string = 200) =>
  recordResponse({ method: 'GET', path, outcome, body: [path] });
const paths = () => $lastResponses.get().map(({ path }) => path);

beforeEach(() => $lastResponses.set([]));

test('two calls of one endpoint are both listed, the newest first', () => {
  record('/api/timeseries-daily-data/1/1');
  record('/api/timeseries-daily-data/7/2');
  expect(paths()).toEqual(['/api/timeseries-daily-data/7/2', '/api/timeseries-daily-data/1/1']);
});

test('a repeated call has its latest answer only', () => {
  record('/api/a');
  record('/api/b');
  record('/api/a', 'The server cannot be reached.');
  expect(paths()).toEqual(['/api/a', '/api/b']);
  expect($lastResponses.get()[0]?.outcome).toBe('The server cannot be reached.');
});

test('a page that asks for long holds the last 30 answers', () => {
  for (let n = 0; n < 50; n += 1) record(`/api/${n}`);
  expect(paths()).toHaveLength(30);
  expect(paths()[0]).toBe('/api/49');
});
