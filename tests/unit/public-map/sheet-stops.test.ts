import { describe, expect, it } from 'vitest';
import { nextStop, stopAfterDrag } from '#features/public-map/screen/panels/MapSheet.tsx';

const heights = { peek: 64, half: 300, full: 736 };

describe('nextStop', () => {
  it('steps up and down, and stays at the ends', () => {
    expect(nextStop('peek', 1)).toBe('half');
    expect(nextStop('half', 1)).toBe('full');
    expect(nextStop('full', 1)).toBe('full');
    expect(nextStop('peek', -1)).toBe('peek');
  });
});

describe('stopAfterDrag', () => {
  it.each([
    ['the nearest stop', { stop: 'half', height: 330, speed: 0 }, 'half'],
    ['the nearest stop after a long way', { stop: 'peek', height: 700, speed: 0 }, 'full'],
    ['the next stop of a fling up', { stop: 'peek', height: 120, speed: 1 }, 'half'],
    ['the next stop of a fling down', { stop: 'half', height: 270, speed: -1 }, 'peek'],
    ['the same stop of a fling beyond the end', { stop: 'full', height: 736, speed: 2 }, 'full'],
  ] as const)('goes to %s', (_, drag, expected) => {
    expect(stopAfterDrag({ ...drag, heights })).toBe(expected);
  });
});
