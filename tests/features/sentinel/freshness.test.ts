import { expect, test, vi } from 'vitest';
import type { SeriesLocation } from '#contract/time-series.ts';
import { createSentinel } from '#features/sentinel/screen/screen.ts';
import { fakeServer, location, setClock } from '../../support/fake-server.ts';

const well = (loc_ndx: number, por_end: string | null): SeriesLocation => ({
  ...location(loc_ndx),
  loc_type_name: 'Sentinel Well',
  records: [
    {
      parameter_ndx: 7,
      por_start: por_end && '1990-01-01',
      por_end,
      num_days: 3000,
      num_years: 8,
      total_samples: 100,
      source: null,
    },
  ],
});

test('describes the last report and the state of each well', async () => {
  fakeServer({
    listSeriesLocations: () => [
      well(1, '2026-11-01'),
      well(2, '2026-08-01'),
      well(3, '2001-08-01'),
      well(4, null),
    ],
  });
  setClock('2026-11-21T18:00:00Z');
  const screen = createSentinel();
  const end = screen.start();
  await vi.waitFor(() => expect(screen.$wells.get()).toHaveLength(4));
  expect(screen.$wells.get()?.map(({ freshness }) => freshness)).toEqual([
    { state: 'current', text: 'Last value Nov 1, 2026, 20 days ago; usually about every 30 days' },
    { state: 'late', text: 'Last value Aug 1, 2026, 112 days ago; usually about every 30 days: late' },
    { state: 'ended', text: 'Last value Aug 1, 2001, 25 years ago; usually about every 30 days: ended' },
    { state: 'none', text: 'No value yet' },
  ]);
  end();
});
