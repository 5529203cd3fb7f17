import { describe, expect, test } from 'vitest';
import { createLagMeter, parseLogPosition } from '#server/db/postgres/replica.ts';

test.each([
  ['0/0', 0n],
  ['0/3000148', 0x3000148n],
  ['1/0', 0x100000000n],
  ['A/ff', 0xa000000ffn],
])('a position of the log is a number: %s', (text, expected) => {
  expect(parseLogPosition(text)).toBe(expected);
});

describe('the lag of a replica', () => {
  function createMeter() {
    const meter = createLagMeter();
    meter.notePrimary(100n, 1000);
    meter.notePrimary(200n, 2000);
    meter.notePrimary(200n, 3000);
    meter.notePrimary(350n, 4000);
    return meter;
  }

  test.each([
    ['it has all', 350n, 0, true],
    ['it has more, which the primary has written since', 400n, 0, true],
    ['it lacks the last change', 349n, 1000, false],
    ['it has what an idle primary had for some seconds', 200n, 1000, false],
    ['it lacks more', 150n, 3000, false],
  ])('is the age of the last state of the primary that it has: %s', (_, position, lag, isCaughtUp) => {
    expect(createMeter().measure(position, 4000)).toBe(lag);
    expect(createMeter().isCaughtUp(position)).toBe(isCaughtUp);
  });

  test('grows while the primary is not asked', () => {
    expect(createMeter().measure(350n, 9000)).toBe(5000);
  });

  test('is unknown if the replica is behind every known state, or none is known', () => {
    expect(createMeter().measure(99n, 4000)).toBeUndefined();
    expect(createLagMeter().measure(99n, 4000)).toBeUndefined();
    expect(createLagMeter().isCaughtUp(99n)).toBe(false);
  });
});
