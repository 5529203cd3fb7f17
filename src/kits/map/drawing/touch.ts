import L from 'leaflet';
import type { DrawKind } from '../types.ts';

type Dispose = () => void;

/**
 * A tap arrives twice, as a touch and as the mouse events that browsers add, and the second one would end the shape. Only
 * the mouse events are handled, which also leaves dragging to the map.
 */
function tapsAsClicks(map: L.Map, handler: L.Handler): Dispose {
  const onTouch: unknown = Reflect.get(handler, '_onTouch');
  const onMouseDown: unknown = Reflect.get(handler, '_onMouseDown');
  if (typeof onTouch === 'function') map.off('touchstart', onTouch as L.LeafletEventHandlerFn, handler);
  if (typeof onMouseDown !== 'function') return () => {};
  const listener = onMouseDown as L.LeafletMouseEventHandlerFn;
  map.on('mousedown', listener, handler);
  return () => {
    map.off('mousedown', listener, handler);
  };
}

/** leaflet-draw listens for touches only on maps created after it was loaded; here it is loaded later. */
function forwardTouches(map: L.Map): Dispose {
  const container = map.getContainer();
  const forward = (event: TouchEvent): void => {
    const [touch] = event.touches;
    const onControl = event.target instanceof Element && event.target.closest('.leaflet-control');
    if (!touch || event.touches.length > 1 || onControl) return;
    event.preventDefault();
    const box = container.getBoundingClientRect();
    const latlng = map.containerPointToLatLng([touch.clientX - box.x, touch.clientY - box.y]);
    map.fire(event.type, { originalEvent: event, latlng });
  };
  // While drawing, it also blocks touches on the whole page, including buttons.
  document.removeEventListener('touchstart', L.DomEvent.preventDefault);
  container.addEventListener('touchstart', forward, { passive: false });
  container.addEventListener('touchmove', forward, { passive: false });
  return () => {
    container.removeEventListener('touchstart', forward);
    container.removeEventListener('touchmove', forward);
  };
}

/** Makes a drawing handler work with touch. @returns a function that undoes it */
export function enableTouch(map: L.Map, handler: L.Handler, kind: DrawKind): Dispose {
  const dragged = kind === 'rectangle' || kind === 'circle';
  return dragged ? forwardTouches(map) : tapsAsClicks(map, handler);
}
