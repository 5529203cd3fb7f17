import type L from 'leaflet';

/** Edges in CSS pixels from the top left corner of the map. */
export type ScreenBox = {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
};

/** Between a popup and the controls or the edge of the map, in CSS pixels. */
const gap = 8;

/**
 * Finds the part of a map that its controls leave free. Each control takes a strip along the edge that costs least: a
 * column of buttons a strip at its side, the scale a strip at the bottom. One that would take more than half of the map
 * is ignored.
 */
export function freeArea(width: number, height: number, controls: readonly ScreenBox[]): ScreenBox {
  const area = { left: 0, top: 0, right: width, bottom: height };
  for (const control of controls) {
    const strips = [
      { share: control.right / width, take: () => (area.left = Math.max(area.left, control.right)) },
      { share: 1 - control.left / width, take: () => (area.right = Math.min(area.right, control.left)) },
      { share: control.bottom / height, take: () => (area.top = Math.max(area.top, control.bottom)) },
      { share: 1 - control.top / height, take: () => (area.bottom = Math.min(area.bottom, control.top)) },
    ];
    const cheapest = strips.reduce((one, other) => (other.share < one.share ? other : one));
    if (cheapest.share > 0 && cheapest.share <= 0.5) cheapest.take();
  }
  return {
    left: area.left + gap,
    top: area.top + gap,
    right: area.right - gap,
    bottom: area.bottom - gap,
  };
}

export const prefersReducedMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Moves the map until a box on it lies inside an area. */
export function panInto(map: L.Map, box: ScreenBox, area: ScreenBox): void {
  const { x, y } = moveInto(box, area);
  if (x || y) map.panBy([-x, -y], { animate: !prefersReducedMotion() });
}

/** How far a box has to move to lie inside an area. Of one that is too large, the top left corner counts. */
export function moveInto(box: ScreenBox, area: ScreenBox): { readonly x: number; readonly y: number } {
  return {
    x: moveAlong(box.left, box.right, area.left, area.right),
    y: moveAlong(box.top, box.bottom, area.top, area.bottom),
  };
}

function moveAlong(start: number, end: number, min: number, max: number): number {
  const back = Math.min(0, max - end);
  return Math.max(back, min - start) || 0;
}

/** Measures an element from the top left corner of the map. */
export function boxOn(map: L.Map, element: Element): ScreenBox {
  const origin = map.getContainer().getBoundingClientRect();
  const { left, top, right, bottom } = element.getBoundingClientRect();
  return {
    left: left - origin.left,
    top: top - origin.top,
    right: right - origin.left,
    bottom: bottom - origin.top,
  };
}

/** Measures what the controls, and all else that lies over the map with `data-over-map`, leave free. */
export function measureFreeArea(map: L.Map, overlay: HTMLElement | null): ScreenBox {
  const container = map.getContainer();
  const frame = container.parentElement?.parentElement ?? container;
  const covers = [
    ...container.querySelectorAll('.leaflet-control'),
    ...(overlay?.children ?? []),
    ...frame.querySelectorAll('[data-over-map]'),
  ];
  const { x, y } = map.getSize();
  const boxes = covers.map((element) => boxOn(map, element));
  return freeArea(
    x,
    y,
    boxes.filter(({ left, top, right, bottom }) => right > left && bottom > top),
  );
}
