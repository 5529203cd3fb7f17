import L from 'leaflet';
import { panInto } from '../free-area.ts';
import type { Drawing, DrawingSession, DrawKind, DrawMode, DrawProblem, Shape } from '../types.ts';
import { crossClass, listenForDrawingKeys } from './keyboard.ts';
import { distanceMeters, isTooSmall, metersPerPixel, toLatLon } from './measure.ts';
import { createNumberLabels, hideHandles } from './number-labels.ts';

type Library = typeof import('./leaflet-draw.ts');

export interface DrawingEvents {
  readonly onShapes: (shapes: readonly Shape[]) => void;
  readonly onMode: (mode: DrawMode) => void;
}

/** Pixels within which two points count as one. */
const samePlace = 2;

/** Milliseconds after a drawing in which a click is taken for the one that ended it. */
const trailingClickMs = 400;

/** Leaflet's popups are loaded with the first of them. Quick taps on a tool that still loads must not zoom. */
function clearWay(map: L.Map): void {
  if ('closePopup' in map) map.closePopup();
  map.doubleClickZoom.disable();
}

export function createDrawingSession(map: L.Map, events: DrawingEvents): DrawingSession {
  const drawings = L.featureGroup().addTo(map);
  const numberLabels = createNumberLabels(map);
  let library: Library | null = null;
  let pendingLoads = 0;
  let mode: DrawMode = { kind: 'idle' };
  let handler: L.Draw.Feature | null = null;
  /** Whether the handler has finished a valid shape. */
  let hasCreatedShape = false;
  let disableTouch = (): void => {};
  let endedAt = Number.NEGATIVE_INFINITY;
  let zoomTimer = 0;
  let color = 'currentColor';
  let disposed = false;
  /** The last point that the keyboard has set. */
  let lastPoint: L.LatLng | null = null;
  /** Where the keyboard has begun a rectangle or circle; of a fixed size on the screen. */
  const startMark = L.circleMarker([0, 0], { radius: 4, weight: 3, fillOpacity: 1, interactive: false });

  function notifyShapes(): void {
    const measureLayer = library?.measureLayer;
    if (!measureLayer) return;
    const layers = drawings.getLayers();
    numberLabels.show(layers);
    hideHandles(map);
    events.onShapes(
      layers.flatMap((layer) => {
        const shape = measureLayer(layer, L.stamp(layer));
        return shape ? [shape] : [];
      }),
    );
  }

  function setMode(next: DrawMode): void {
    if (mode.kind !== 'idle' && next.kind === 'idle') endedAt = performance.now();
    mode = next;
    // Leaflet takes quick taps at two places for a double-click, and would zoom.
    window.clearTimeout(zoomTimer);
    if (next.kind !== 'idle') map.doubleClickZoom.disable();
    else zoomTimer = window.setTimeout(() => map.doubleClickZoom.enable(), trailingClickMs);
    const { classList } = map.getContainer();
    classList.toggle('map-drawing', next.kind === 'drawing');
    classList.toggle(crossClass, next.kind === 'drawing' && next.byKeyboard);
    hideHandles(map);
    events.onMode(next);
  }

  /** Ends drawing or editing. Discards an unfinished drawing and keeps edits. */
  function stop(): void {
    if (mode.kind === 'idle') return;
    // Set first, because disabling a handler emits an event that calls this function again.
    setMode({ kind: 'idle' });
    const ended = handler;
    handler = null;
    disableTouch();
    disableTouch = () => {};
    forgetPoints();
    ended?.disable();
    for (const layer of drawings.getLayers()) library?.setEditable(layer, false);
  }

  function begin(
    draw: Library,
    kind: DrawKind,
    options: { problem?: DrawProblem; byKeyboard?: boolean },
  ): void {
    stop();
    const { problem = null, byKeyboard = false } = options;
    const next = draw.createHandler(map, kind, { color }, () => reportProblem('crossing'));
    handler = next;
    hasCreatedShape = false;
    next.enable();
    disableTouch = enableTouch(map, next, kind);
    setMode({ kind: 'drawing', shape: kind, points: 0, problem, byKeyboard });
  }

  function reportProblem(problem: DrawProblem): void {
    if (mode.kind === 'drawing') setMode({ ...mode, problem });
  }

  const onCreated = (event: L.LeafletEvent): void => {
    if (!library || !('layer' in event) || !(event.layer instanceof L.Layer)) return;
    const shape = library.measureLayer(event.layer, 0);
    const { lat } = map.getCenter();
    if (!shape || isTooSmall(shape, metersPerPixel(lat, map.getZoomScale(map.getZoom(), 0)))) return;
    hasCreatedShape = true;
    addLayer(event.layer);
    notifyShapes();
  };
  const addLayer = (layer: L.Layer): unknown => drawings.addLayer(layer.on('edit dragend', notifyShapes));

  const toPixel = (place: L.LatLng) => map.latLngToContainerPoint(place);

  function setPointAtCross(): void {
    if (mode.kind !== 'drawing' || !handler || !library) return;
    const { shape: kind, points } = mode;
    const at = map.getCenter();
    if (lastPoint && toPixel(lastPoint).distanceTo(toPixel(at)) < samePlace) {
      setMode({ ...mode, problem: 'same-place', byKeyboard: true });
    } else if (kind === 'line' || kind === 'polygon') {
      library.addPoint(handler, at);
      if (mode.points > points) lastPoint = at;
    } else if (kind === 'marker') complete(library, { kind, points: [toLatLon(at)] });
    else if (!lastPoint) {
      lastPoint = at;
      startMark.setLatLng(at).setStyle({ color }).addTo(map);
      setMode({ ...mode, points: 1, problem: null, byKeyboard: true });
    } else {
      const [from, to] = [toLatLon(lastPoint), toLatLon(at)];
      const circle = { kind: 'circle', points: [from], radiusMeters: distanceMeters(from, to) } as const;
      complete(library, kind === 'circle' ? circle : { kind, points: [from, to] });
    }
  }

  function forgetPoints(): void {
    lastPoint = null;
    startMark.remove();
  }

  function complete(draw: Library, drawing: Drawing): void {
    const layer = draw.createLayer(drawing, { color });
    if (layer) map.fire(draw.createdEvent, { layer });
    handler?.disable();
  }

  /** Removes the last point. */
  function undo(): void {
    if (mode.kind !== 'drawing' || !handler || !library) return;
    const { byKeyboard } = mode;
    forgetPoints();
    // leaflet-draw cannot remove the first point.
    if (mode.points <= 1) begin(library, mode.shape, { byKeyboard });
    else library.undoPoint(handler);
  }
  const onStopped = (): void => {
    if (mode.kind !== 'drawing') return;
    const { shape, byKeyboard } = mode;
    const shouldRetry = !hasCreatedShape;
    stop();
    // After an invalid shape the tool starts again, once the library has finished with the old handler.
    if (shouldRetry) {
      queueMicrotask(() => {
        if (library && !disposed && mode.kind === 'idle')
          begin(library, shape, { problem: 'too-small', byKeyboard });
      });
    }
  };
  const onVertex = (event: L.LeafletEvent): void => {
    if (mode.kind !== 'drawing' || !('layers' in event) || !(event.layers instanceof L.LayerGroup)) return;
    setMode({ ...mode, points: event.layers.getLayers().length, problem: null });
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.defaultPrevented || mode.kind === 'idle') return;
    event.preventDefault();
    stop();
  };
  document.addEventListener('keydown', onKey);
  const setByKeyboard = (byKeyboard: boolean): void => {
    if (mode.kind === 'drawing' && mode.byKeyboard !== byKeyboard) setMode({ ...mode, byKeyboard });
  };
  const stopKeys = listenForDrawingKeys(map, {
    isDrawing: () => mode.kind === 'drawing',
    onStart: () => setByKeyboard(true),
    onPoint: setPointAtCross,
    onUndo: undo,
  });
  const onPointer = (): void => setByKeyboard(false);
  map.getContainer().addEventListener('pointerdown', onPointer);
  const onResize = (event: L.ResizeEvent): void => keepInView(map, drawings.getLayers().at(-1), event);
  map.on('resize', onResize);

  async function load(): Promise<Library | null> {
    pendingLoads += 1;
    try {
      const loaded = await import('./leaflet-draw.ts');
      if (disposed) return null;
      if (!library) {
        library = loaded;
        map.on(loaded.createdEvent, onCreated);
        map.on(loaded.vertexEvent, onVertex);
        map.on(loaded.changedEvents, notifyShapes);
        map.on(loaded.stoppedEvent, onStopped);
      }
      return loaded;
    } finally {
      pendingLoads -= 1;
    }
  }

  return {
    isActive: () => mode.kind !== 'idle' || pendingLoads > 0 || performance.now() - endedAt < trailingClickMs,
    async start(kind: DrawKind, byKeyboard: boolean): Promise<void> {
      clearWay(map);
      const draw = await load();
      if (!draw) return;
      begin(draw, kind, { byKeyboard });
      if (byKeyboard) map.getContainer().focus();
    },
    stop,
    finish(): void {
      if (handler) library?.finish(handler);
    },
    undo,
    async add(added: readonly Drawing[]): Promise<void> {
      const draw = await load();
      if (!draw) return;
      for (const drawing of added) {
        const layer = draw.createLayer(drawing, { color });
        if (layer) addLayer(layer);
      }
      notifyShapes();
    },
    async edit(): Promise<void> {
      clearWay(map);
      const draw = await load();
      if (!draw) return;
      stop();
      for (const layer of drawings.getLayers()) draw.setEditable(layer, true);
      setMode({ kind: 'editing' });
    },
    remove(id: number): void {
      const layer = drawings.getLayer(id);
      if (!layer) return;
      library?.setEditable(layer, false);
      drawings.removeLayer(layer);
      notifyShapes();
      if (drawings.getLayers().length === 0 && mode.kind === 'editing') stop();
    },
    clear(): void {
      stop();
      drawings.clearLayers();
      notifyShapes();
    },
    setColor(next: string): void {
      color = next;
      for (const layer of drawings.getLayers()) library?.restyle(layer, { color });
    },
    dispose(): void {
      stop();
      disposed = true;
      window.clearTimeout(zoomTimer);
      document.removeEventListener('keydown', onKey);
      stopKeys();
      map.getContainer().removeEventListener('pointerdown', onPointer);
      map.off('resize', onResize);
      if (library) {
        map.off(library.createdEvent, onCreated);
        map.off(library.vertexEvent, onVertex);
        map.off(library.changedEvents, notifyShapes);
        map.off(library.stoppedEvent, onStopped);
      }
      numberLabels.remove();
      drawings.remove();
    },
  };
}

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
function enableTouch(map: L.Map, handler: L.Handler, kind: DrawKind): Dispose {
  const dragged = kind === 'rectangle' || kind === 'circle';
  return dragged ? forwardTouches(map) : tapsAsClicks(map, handler);
}

const boundsOf = (layer: L.Layer): L.LatLngBounds | null => {
  if (layer instanceof L.Marker) return L.latLngBounds([layer.getLatLng()]);
  return layer instanceof L.Polyline || layer instanceof L.Circle ? layer.getBounds() : null;
};

/** Pixels between the drawing and the edge of the map. */
const margin = 12;

/** Moves the map when a smaller size, such as beside a panel that opens, would cut off a drawing that was in view. */
function keepInView(map: L.Map, layer: L.Layer | undefined, { oldSize, newSize }: L.ResizeEvent): void {
  const bounds = layer && boundsOf(layer);
  if (!bounds) return;
  const toPixel = (place: L.LatLng) => map.latLngToContainerPoint(place);
  const [{ x: left, y: top }, { x: right, y: bottom }] = [
    toPixel(bounds.getNorthWest()),
    toPixel(bounds.getSouthEast()),
  ];
  if (left < 0 || top < 0 || right > oldSize.x || bottom > oldSize.y) return;
  const frame = { left: margin, top: margin, right: newSize.x - margin, bottom: newSize.y - margin };
  panInto(map, { left, top, right, bottom }, frame);
}
