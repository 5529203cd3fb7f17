import { describe, expect, it } from 'vitest';
import { isClickedAfter, isSwipe, wheelZooms } from '#kits/map/page-gestures.ts';

describe('wheelZooms', () => {
  it.each([
    { keys: {}, isClicked: false, zooms: false },
    { keys: { ctrlKey: true }, isClicked: false, zooms: true },
    { keys: { metaKey: true }, isClicked: false, zooms: true },
    { keys: {}, isClicked: true, zooms: true },
  ])('is $zooms with $keys when clicked is $isClicked', ({ keys, isClicked, zooms }) => {
    expect(wheelZooms({ ctrlKey: false, metaKey: false, ...keys }, isClicked)).toBe(zooms);
  });
});

describe('isClickedAfter', () => {
  const mouse = { pointerType: 'mouse', button: 0 };
  it.each([
    { name: 'a click inside', press: mouse, isInside: true, was: false, is: true },
    { name: 'a click beside', press: mouse, isInside: false, was: true, is: false },
    { name: 'a pen inside', press: { pointerType: 'pen', button: 0 }, isInside: true, was: false, is: true },
    { name: 'a right click inside', press: { ...mouse, button: 2 }, isInside: true, was: false, is: false },
    {
      name: 'a tap inside',
      press: { pointerType: 'touch', button: 0 },
      isInside: true,
      was: false,
      is: false,
    },
    {
      name: 'a tap after a click',
      press: { pointerType: 'touch', button: 0 },
      isInside: true,
      was: true,
      is: true,
    },
    {
      name: 'a tap beside',
      press: { pointerType: 'touch', button: 0 },
      isInside: false,
      was: true,
      is: false,
    },
  ])('is $is after $name', ({ press, isInside, was, is }) => {
    expect(isClickedAfter(press, isInside, was)).toBe(is);
  });
});

describe('isSwipe', () => {
  const start = { clientX: 100, clientY: 100 };
  it.each([
    { to: { clientX: 100, clientY: 100 }, swipe: false },
    { to: { clientX: 106, clientY: 106 }, swipe: false },
    { to: { clientX: 100, clientY: 90 }, swipe: true },
    { to: { clientX: 108, clientY: 108 }, swipe: true },
  ])('is $swipe up to $to', ({ to, swipe }) => {
    expect(isSwipe(start, to)).toBe(swipe);
  });
});
