import { expect, it } from 'vitest';
import { isClickedAfter, isSwipe, wheelZooms } from '#kits/map/page-gestures.ts';

it.each([
  [{}, false, false],
  [{ ctrlKey: true }, false, true],
  [{ metaKey: true }, false, true],
  [{}, true, true],
])('the wheel with %j, of a map that is clicked: %s, zooms: %s', (keys, isClicked, zooms) => {
  expect(wheelZooms({ ctrlKey: false, metaKey: false, ...keys }, isClicked)).toBe(zooms);
});

it.each([
  ['a click inside', 'mouse', 0, true, false, true],
  ['a click beside', 'mouse', 0, false, true, false],
  ['a pen inside', 'pen', 0, true, false, true],
  ['a right click inside', 'mouse', 2, true, false, false],
  ['a tap inside', 'touch', 0, true, false, false],
  ['a tap after a click', 'touch', 0, true, true, true],
  ['a tap beside', 'touch', 0, false, true, false],
])(
  'after %s by %s %i, inside: %s, before: %s, the map has the wheel: %s',
  (_, pointerType, button, ...is) => {
    const [isInside, was, expected] = is;
    expect(isClickedAfter({ pointerType, button }, isInside, was)).toBe(expected);
  },
);

it.each([
  [100, 100, false],
  [106, 106, false],
  [100, 90, true],
  [108, 108, true],
])('a finger that moves from 100, 100 to %i, %i swipes: %s', (clientX, clientY, swipe) => {
  expect(isSwipe({ clientX: 100, clientY: 100 }, { clientX, clientY })).toBe(swipe);
});
