import L from 'leaflet';
import type { DrawKind } from '../types.ts';

type Dispose = () => void;

/**
 * A tap arrives twice, as a touch and as the mouse events browsers add to it, and the second one ends the
 * shape. Taps are taken as mouse events alone, which also leaves dragging to the map.
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

/** leaflet-draw only hears touches on maps made after it was loaded; here it comes after the map. */
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
  // It also swallows touches on the whole page while it draws, so that no button could be pressed.
  document.removeEventListener('touchstart', L.DomEvent.preventDefault);
  container.addEventListener('touchstart', forward, { passive: false });
  container.addEventListener('touchmove', forward, { passive: false });
  return () => {
    container.removeEventListener('touchstart', forward);
    container.removeEventListener('touchmove', forward);
  };
}

/** Makes a drawing handler work by finger; undone by what is returned. */
export function enableTouch(map: L.Map, handler: L.Handler, kind: DrawKind): Dispose {
  const dragged = kind === 'rectangle' || kind === 'circle';
  return dragged ? forwardTouches(map) : tapsAsClicks(map, handler);
}
