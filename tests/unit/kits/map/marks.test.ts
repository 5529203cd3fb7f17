import { expect, test } from 'vitest';
import { isGroundDark } from '#kits/map/basemap/tile-health.ts';
import { traceMark } from '#kits/map/canvas/draw-shapes.ts';
import { markShapes } from '#kits/map/style/properties.ts';

/** The corners of a shape of radius 1 around the origin. */
function cornersOf(shape: (typeof markShapes)[number]): readonly [number, number][] {
  const corners: [number, number][] = [];
  const add = (x: number, y: number) => corners.push([x, y]);
  const context: CanvasRenderingContext2D = Object.create(null);
  Object.assign(context, {
    beginPath: () => {},
    closePath: () => {},
    arc: () => {},
    moveTo: add,
    lineTo: add,
  });
  traceMark(context, shape, 0, 0, 1);
  return corners;
}

test('draws every shape as large as a circle', () => {
  for (const shape of markShapes.filter((each) => each !== 'circle')) {
    const corners = cornersOf(shape);
    const area = corners.reduce((sum, [x, y], index) => {
      const [nextX, nextY] = corners[(index + 1) % corners.length] ?? [0, 0];
      return sum + (x * nextY - nextX * y) / 2;
    }, 0);
    expect(Math.abs(area)).toBeCloseTo(Math.PI, 8);
  }
});

test('a square lies on its side, a diamond stands on a corner, a triangle points up', () => {
  const tops = (shape: (typeof markShapes)[number]) => {
    const corners = cornersOf(shape);
    const top = Math.min(...corners.map(([, y]) => y));
    return corners.filter(([, y]) => y < top + 1e-9).length;
  };
  expect([tops('square'), tops('diamond'), tops('triangle')]).toEqual([2, 1, 1]);
});

test.each([
  [{ dark: false }, 'tiles', 'dark', false],
  [{ dark: false }, 'outlines', 'dark', true],
  [{ dark: false, tone: 'light' }, 'outlines', 'dark', false],
  [{ dark: true }, 'outlines', 'light', true],
  [{ dark: true }, 'tiles', 'light', true],
] as const)('the ground of %j with %s in the %s theme is dark: %s', (basemap, status, theme, isDark) => {
  expect(isGroundDark(basemap, status, theme)).toBe(isDark);
});
