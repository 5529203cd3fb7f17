import L from 'leaflet';
import type { DrawKind, DrawMode, Shape } from '../types.ts';
import { enableTouch } from './touch.ts';

/** What DrawTools offers to the map's commands. */
export interface DrawingSession {
  readonly active: () => boolean;
  readonly start: (kind: DrawKind) => Promise<void>;
  readonly stop: () => void;
  readonly edit: () => Promise<void>;
  readonly remove: (id: number) => void;
  readonly clear: () => void;
  readonly setColor: (color: string) => void;
  readonly dispose: () => void;
}

export interface DrawingEvents {
  readonly shapes: (shapes: readonly Shape[]) => void;
  readonly mode: (mode: DrawMode) => void;
}

type Library = typeof import('./leaflet-draw.ts');

/** The click that ends a drawing still arrives afterwards; for this long it belongs to the drawing. */
const lastClickMs = 400;

/** Drawings on one map: at most one is being drawn, or all are being edited. */
export function createDrawingSession(map: L.Map, firstColor: string, events: DrawingEvents): DrawingSession {
  const drawings = L.featureGroup().addTo(map);
  let library: Library | null = null;
  let mode: DrawMode = { kind: 'idle' };
  let handler: L.Handler | null = null;
  let endTouch = (): void => {};
  let endedAt = Number.NEGATIVE_INFINITY;
  let color = firstColor;
  let disposed = false;

  function tellShapes(): void {
    const measured = library?.measure;
    if (!measured) return;
    events.shapes(
      drawings.getLayers().flatMap((layer) => {
        const shape = measured(layer, L.stamp(layer));
        return shape ? [shape] : [];
      }),
    );
  }

  function setMode(next: DrawMode): void {
    if (mode.kind !== 'idle' && next.kind === 'idle') endedAt = performance.now();
    mode = next;
    map.getContainer().classList.toggle('map-drawing', next.kind === 'drawing');
    events.mode(next);
  }

  function stop(): void {
    if (mode.kind === 'idle') return;
    // First of all, as disabling a handler says so by an event that ends up here again.
    setMode({ kind: 'idle' });
    const ended = handler;
    handler = null;
    endTouch();
    endTouch = () => {};
    ended?.disable();
    for (const layer of drawings.getLayers()) library?.setEditable(layer, false);
  }

  const onCreated = (event: L.LeafletEvent): void => {
    if (!('layer' in event) || !(event.layer instanceof L.Layer)) return;
    drawings.addLayer(event.layer);
    event.layer.on('edit dragend', tellShapes);
    tellShapes();
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && mode.kind !== 'idle') stop();
  };
  document.addEventListener('keydown', onKey);

  async function load(): Promise<Library | null> {
    if (!library) {
      library = await import('./leaflet-draw.ts');
      if (disposed) return null;
      map.on(library.createdEvent, onCreated);
      map.on(library.changedEvents, tellShapes);
      map.on(library.stoppedEvent, stop);
    }
    return disposed ? null : library;
  }

  function dropIfEmpty(): void {
    tellShapes();
    if (drawings.getLayers().length === 0 && mode.kind === 'editing') stop();
  }

  return {
    active: () => mode.kind !== 'idle' || performance.now() - endedAt < lastClickMs,
    async start(kind) {
      const draw = await load();
      if (!draw) return;
      stop();
      const next = draw.createHandler(map, kind, { color });
      handler = next;
      next.enable();
      endTouch = enableTouch(map, next, kind);
      setMode({ kind: 'drawing', shape: kind });
    },
    stop,
    async edit() {
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
      dropIfEmpty();
    },
    clear() {
      stop();
      drawings.clearLayers();
      tellShapes();
    },
    setColor(next) {
      color = next;
      for (const layer of drawings.getLayers()) library?.restyle(layer, { color });
    },
    dispose() {
      stop();
      disposed = true;
      document.removeEventListener('keydown', onKey);
      if (library) {
        map.off(library.createdEvent, onCreated);
        map.off(library.changedEvents, tellShapes);
        map.off(library.stoppedEvent, stop);
      }
      drawings.remove();
    },
  };
}
