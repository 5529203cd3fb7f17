import { expect, test } from 'vitest';
import type { ImportProgress } from '#contract/imports.ts';
import { createImportControls } from '#features/imports/screen/import-controls.ts';
import { describeCount, describeStart, parseSites, startedByLabel } from '#features/imports/screen/labels.ts';
import { describeRange, isLastPage } from '#features/imports/screen/run-history.ts';
import { deferred, fakeServer, setClock } from '../../support/fake-server.ts';

const progress: ImportProgress = {
  source: 'usgs',
  sites: null,
  since: null,
  started_by: 'demo|developer',
  started_at: '2026-11-22T11:12:00Z',
  finished_at: null,
  status: 'running',
  is_stopping: false,
  is_elsewhere: false,
  series_done: 12,
  series_total: 1230,
  seconds_left: 4000,
  messages: [],
};

function createControls(responses: Record<string, () => unknown>) {
  const server = fakeServer(responses);
  let ends = 0;
  const timers: { callback: () => void; milliseconds: number }[] = [];
  setClock('2026-11-22T18:00:00Z');
  const controls = createImportControls({
    later: (callback, milliseconds) => {
      timers.push({ callback, milliseconds });
      return () => {};
    },
    onEnd: () => {
      ends += 1;
    },
  });
  return { ...server, controls, timers, ends: () => ends };
}

test('sends only what was filled in', async () => {
  const { controls, callsOf } = createControls({
    startImport: () => ({ import: progress }),
    readCurrentImport: () => ({ import: progress }),
  });
  await controls.start();
  controls.$draft.set({
    source: 'usbr',
    sites: ' heii, amf;heii\n',
    since: '2026-01-01',
    acceptsMagnitude: true,
  });
  await controls.start();
  // A doubt is settled for one import.
  expect(controls.$draft.get().acceptsMagnitude).toBe(false);
  expect(callsOf('startImport').map(({ body }) => body)).toEqual([
    { source: 'all' },
    { source: 'usbr', sites: ['heii', 'amf'], since: '2026-01-01', accept_magnitude: true },
  ]);
});

test('starts one import for two clicks, and says why one was refused', async () => {
  const answer = deferred<unknown>();
  const { controls, callsOf } = createControls({
    startImport: () => answer.promise,
    readCurrentImport: () => ({ import: null }),
  });
  const first = controls.start();
  await controls.start();
  answer.refuse(new Error('refused'));
  await first;
  expect(callsOf('startImport')).toHaveLength(1);
  expect(controls.$command.get()).toEqual({ pending: undefined, error: 'The answer could not be used.' });
});

test('asks more often while an import runs, and calls back once when it has ended', async () => {
  let shown: ImportProgress | null = progress;
  const { controls, timers, ends } = createControls({ readCurrentImport: () => ({ import: shown }) });
  const stop = controls.poll();
  await controls.current.load();
  await Promise.resolve();
  await expect.poll(() => timers.length).toBe(1);
  expect(timers[0]?.milliseconds).toBe(1500);
  shown = { ...progress, status: 'succeeded', finished_at: '2026-11-22T11:20:00Z' };
  timers[0]?.callback();
  await expect.poll(() => timers.length).toBe(2);
  expect(timers[1]?.milliseconds).toBe(15_000);
  timers[1]?.callback();
  await expect.poll(() => timers.length).toBe(3);
  expect(ends()).toBe(1);
  stop();
});

test('follows an import that is started here at once, not when the idle wait is over', async () => {
  let shown: ImportProgress | null = null;
  const { controls, timers } = createControls({
    startImport: () => ({ import: progress }),
    readCurrentImport: () => ({ import: shown }),
  });
  const stop = controls.poll();
  await expect.poll(() => timers.map(({ milliseconds }) => milliseconds)).toEqual([15_000]);
  shown = progress;
  await controls.start();
  expect(timers.map(({ milliseconds }) => milliseconds)).toEqual([15_000, 1500]);
  stop();
});

test('describes progress in words', () => {
  expect(describeCount(progress)).toBe('12 of 1,230 series done, about 1 h 7 min left');
  expect(describeCount({ ...progress, series_total: null, seconds_left: null })).toBe('12 series done');
  expect(describeCount({ ...progress, seconds_left: 59 })).toMatch(/less than a minute left$/);
  expect(describeStart(progress, 'demo|developer')).toMatch(/^USGS, since .*, started by you$/);
  expect(startedByLabel('demo|developer', undefined)).toBe('Dana Developer');
  expect(startedByLabel('schedule', undefined)).toBe('the schedule');
  expect(startedByLabel('auth0|123', undefined)).toBe('auth0|123');
  expect(parseSites(' , ')).toBeUndefined();
});

test('counts the runs of a page', () => {
  expect(describeRange(2, 11, 61)).toBe('Runs 51 to 61 of 61');
  expect([isLastPage(1, 50), isLastPage(1, 51)]).toEqual([true, false]);
});
