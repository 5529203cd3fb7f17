import { expect, test, vi } from 'vitest';
import createAnalogYears from '#features/analog-years/fills/chart-years.tsx';
import { analogCodec, createAnalogs } from '#features/analog-years/screen/analogs.ts';
import { fakeServer } from '../../support/fake-server.ts';
import { analogExample } from './analog-example.ts';

test('are asked for when they are looked at, as the address says', async () => {
  const server = fakeServer({ readAnalogYears: () => analogExample });
  const analogs = createAnalogs(server.request);
  analogs.part.restore('analogs=yes&on=2026-04-01&weights=1,2,1,0');
  expect(server.callsOf('readAnalogYears')).toEqual([]);
  analogs.load();
  analogs.load();
  await vi.waitFor(() => expect(analogs.query.$state.get().status).toBe('ready'));
  expect(server.callsOf('readAnalogYears').map(({ query }) => query)).toEqual([
    { on: '2026-04-01', weights: '1,2,1,0' },
  ]);
  analogs.setView({ weights: { storage: 1, snow: 1, flow: 1, gains: 1 }, on: undefined });
  analogs.load();
  expect(server.callsOf('readAnalogYears').at(-1)?.query).toEqual({ weights: '1,1,1,1' });
  expect(analogs.part.serialize()).toBe('analogs=yes');
});

test('are in the menu of a chart, and say while they are missing', async () => {
  const server = fakeServer({ readAnalogYears: () => analogExample });
  const years = createAnalogYears(server.request);
  expect(years.$found.get()).toEqual({ missing: 'Loading the analog years…' });
  years.load();
  await vi.waitFor(() => expect(years.$found.get()).toEqual({ years: [2021, 1994, 2003] }));
});

test('are none where the basin file has nothing to compare by', async () => {
  const years = createAnalogYears(fakeServer({ readAnalogYears: () => null }).request);
  years.load();
  await vi.waitFor(() => expect(years.$found.get()).toEqual({ years: [] }));
});

test.each([
  'weights=0,0,0,0',
  'weights=-1,1,1,1',
  'weights=a,b,c,d',
  'weights=1,1,1',
  'on=2026-02-30',
  'on=yesterday',
  'analogs=maybe',
])('take %s in the address as nothing', (query) => {
  expect(analogCodec.read(query).value).toEqual(analogCodec.initial);
});
