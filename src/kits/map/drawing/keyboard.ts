import type L from 'leaflet';

/** In CSS pixels, an arrow key's move of the map under the cross: without and with Shift. */
const step = 20;
const largeStep = 100;

const arrows: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Shows the cross at the middle of the map. */
export const crossClass = 'map-cross';

interface DrawingKeys {
  readonly isDrawing: () => boolean;
  /** The keyboard took over from the pointer. */
  readonly onStart: () => void;
  readonly onPoint: () => void;
  readonly onUndo: () => void;
}

/**
 * Draws by keyboard while the map has the focus: arrow keys move the map under the cross, Enter or Space sets a point,
 * Backspace removes the last one. @returns how to stop
 */
export function listenForDrawingKeys(map: L.Map, keys: DrawingKeys): () => void {
  const container = map.getContainer();
  function onKey(event: KeyboardEvent): void {
    if (!keys.isDrawing() || event.target !== container || event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    const arrow = arrows[event.key];
    if (arrow) {
      const pixels = event.shiftKey ? largeStep : step;
      map.panBy([arrow[0] * pixels, arrow[1] * pixels], { animate: false });
    } else if (event.key === 'Enter' || event.key === ' ') {
      if (!event.repeat) keys.onPoint();
    } else if (event.key === 'Backspace') keys.onUndo();
    else return;
    keys.onStart();
    // Leaflet would move the map as well.
    event.preventDefault();
    event.stopPropagation();
  }
  container.addEventListener('keydown', onKey, { capture: true });
  return () => container.removeEventListener('keydown', onKey, { capture: true });
}
