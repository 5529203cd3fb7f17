import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { freeArea, moveInto } from '#kits/map/free-area.ts';
import { forAll } from '../../../support/for-all.ts';

const zoom = { left: 760, top: 10, right: 806, bottom: 130 };
const tools = { left: 10, top: 10, right: 50, bottom: 50 };
const scale = { left: 10, top: 760, right: 150, bottom: 790 };
const notice = { left: 60, top: 10, right: 756, bottom: 60 };

describe('freeArea', () => {
  it('leaves a strip at the edge to each control, the cheapest one', () => {
    expect(freeArea(816, 800, [zoom, tools, scale])).toEqual({ left: 58, top: 8, right: 752, bottom: 752 });
    expect(freeArea(816, 800, [zoom, notice]).top).toBe(68);
  });

  it('is the whole map without controls, and ignores one that covers more than half', () => {
    const all = { left: 8, top: 8, right: 808, bottom: 792 };
    expect(freeArea(816, 800, [])).toEqual(all);
    expect(freeArea(816, 800, [{ left: 0, top: 0, right: 816, bottom: 800 }])).toEqual(all);
  });
});

describe('moveInto', () => {
  const area = { left: 58, top: 8, right: 752, bottom: 752 };

  it('leaves a box where it is that lies inside', () => {
    expect(moveInto({ left: 100, top: 100, right: 400, bottom: 300 }, area)).toEqual({ x: 0, y: 0 });
  });

  it('moves every box that fits inside, and no farther than needed', () => {
    const side = fc.integer({ min: -2000, max: 2000 });
    forAll(
      [side, side, fc.integer({ min: 1, max: 690 }), fc.integer({ min: 1, max: 740 })],
      100,
      (left, top, w, h) => {
        const { x, y } = moveInto({ left, top, right: left + w, bottom: top + h }, area);
        expect(left + x).toBeGreaterThanOrEqual(area.left);
        expect(left + w + x).toBeLessThanOrEqual(area.right);
        expect(top + y).toBeGreaterThanOrEqual(area.top);
        expect(top + h + y).toBeLessThanOrEqual(area.bottom);
        if (left >= area.left && left + w <= area.right) expect(x).toBe(0);
      },
    );
  });

  it('shows the top left corner of a box that is too large', () => {
    expect(moveInto({ left: 0, top: -500, right: 2000, bottom: 1000 }, area)).toEqual({ x: 58, y: 508 });
  });
});
