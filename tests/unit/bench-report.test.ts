import { expect, test, vi } from 'vitest';
import { type BenchResult, printResults } from '../bench/measure.ts';

test.each<[result: BenchResult, unitSeconds: number, isWithin: boolean, line: string]>([
  [{ what: 'A', value: 1.5, unit: '×', limit: 2 }, 0.4, true, 'ok    A: 1.50 × (limit 2)'],
  [{ what: 'A', value: 2.5, unit: '×', limit: 2 }, 0.4, false, 'OVER  A: 2.50 × (limit 2)'],
  [{ what: 'A', value: 300, unit: 'ms', detail: 'slow' }, 0.4, true, '      A: 300 ms; slow'],
  [{ what: 'A', value: Number.NaN, unit: '×', limit: 2 }, 0.4, false, 'OVER  A: NaN × (limit 2)'],
  [{ what: 'A', ms: 40, limit: 15 }, 0.4, true, 'ok    A: 10.00 % of the machine’s unit (limit 15); 40.0 ms'],
  // On a machine half as fast, the same work takes twice as long.
  [{ what: 'A', ms: 80, limit: 15 }, 0.8, true, 'ok    A: 10.00 % of the machine’s unit (limit 15); 80.0 ms'],
  [
    { what: 'A', ms: 80, limit: 15, detail: 'b' },
    0.4,
    false,
    'OVER  A: 20.00 % of the machine’s unit (limit 15); 80.0 ms; b',
  ],
])('holds %j', (result, unitSeconds, isWithin, line) => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  expect(printResults([result], unitSeconds)).toBe(isWithin);
  expect(log.mock.calls).toEqual([[line]]);
});
