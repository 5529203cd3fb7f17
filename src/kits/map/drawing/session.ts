import L from 'leaflet';
import type { DrawKind, DrawMode, DrawProblem, Shape } from '../types.ts';
import { isTooSmall, metersPerPixel } from './measure.ts';
import { createNumberLabels, hideHandles } from './number-labels.ts';
import { enableTouch } from './touch.ts';

/** The drawing commands, provided by DrawTools. */
export interface DrawingSession {
  readonly isActive: () => boolean;
  readonly start: (kind: DrawKind) => Promise<void>;
  readonly stop: () => void;
  readonly finish: () => void;
  readonly undo: () => void;
  readonly edit: () => Promise<void>;
  readonly remove: (id: number) => void;
  readonly clear: () => void;
  readonly setColor: (color: string) => void;
  readonly dispose: () => void;
}

interface DrawingEvents {
  readonly onShapes: (shapes: readonly Shape[]) => void;
  readonly onMode: (mode: DrawMode) => void;
}

type Library = typeof import('./leaflet-draw.ts');

/** Milliseconds after a drawing in which a click is taken for the one that ended it. */
const trailingClickMs = 400;

/** Creates the drawings of a map: at most one is being drawn, or all are being edited. */
export function createDrawingSession(map: L.Map, firstColor: string, events: DrawingEvents): DrawingSession {
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
  let color = firstColor;
  let disposed = false;

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
    map.getContainer().classList.toggle('map-drawing', next.kind === 'drawing');
    hideHandles(map);
    events.onMode(next);
  }

  function stop(): void {
    if (mode.kind === 'idle') return;
    // Set first, because disabling a handler emits an event that calls this function again.
    setMode({ kind: 'idle' });
    const ended = handler;
    handler = null;
    disableTouch();
    disableTouch = () => {};
    ended?.disable();
    for (const layer of drawings.getLayers()) library?.setEditable(layer, false);
  }

  function begin(draw: Library, kind: DrawKind, problem: DrawProblem | null): void {
    stop();
    const next = draw.createHandler(map, kind, { color }, () => reportProblem('crossing'));
    handler = next;
    hasCreatedShape = false;
    next.enable();
    disableTouch = enableTouch(map, next, kind);
    setMode({ kind: 'drawing', shape: kind, points: 0, problem });
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
    drawings.addLayer(event.layer);
    event.layer.on('edit dragend', notifyShapes);
    notifyShapes();
  };
  const onStopped = (): void => {
    if (mode.kind !== 'drawing') return;
    const { shape } = mode;
    const shouldRetry = !hasCreatedShape;
    stop();
    // After an invalid shape the tool starts again, once the library has finished with the old handler.
    if (shouldRetry) {
      queueMicrotask(() => {
        if (library && !disposed && mode.kind === 'idle') begin(library, shape, 'too-small');
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
    async start(kind) {
      map.closePopup();
      const draw = await load();
      if (draw) begin(draw, kind, null);
    },
    stop,
    finish() {
      if (handler) library?.finish(handler);
    },
    undo() {
      if (mode.kind !== 'drawing' || !handler || !library) return;
      // leaflet-draw cannot remove the first point.
      if (mode.points <= 1) begin(library, mode.shape, null);
      else library.undoPoint(handler);
    },
    async edit() {
      map.closePopup();
      const draw = await load();
      if (!draw) return;
      stop();
      for (const layer of drawings.getLayers()) draw.setEditable(layer, true);
      setMode({ kind: 'editing' });
    },
    remove(id) {
      const layer = drawings.getLayer(id);
      if (!layer) return;
      library?.setEditable(layer, false);
      drawings.removeLayer(layer);
      notifyShapes();
      if (drawings.getLayers().length === 0 && mode.kind === 'editing') stop();
    },
    clear() {
      stop();
      drawings.clearLayers();
      notifyShapes();
    },
    setColor(next) {
      color = next;
      for (const layer of drawings.getLayers()) library?.restyle(layer, { color });
    },
    dispose() {
      stop();
      disposed = true;
      window.clearTimeout(zoomTimer);
      document.removeEventListener('keydown', onKey);
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
