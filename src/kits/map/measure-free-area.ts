import type L from 'leaflet';
import { type Box, freeArea } from './free-area.ts';

/** Measures an element from the top left corner of the map. */
export function boxOn(map: L.Map, element: Element): Box {
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
export function measureFreeArea(map: L.Map, overlay: HTMLElement | null): Box {
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
