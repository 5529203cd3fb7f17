/** What a wheel or a finger that scrolls the page would have to do to move the map. */
export type GestureHint = 'wheel' | 'touch';

export const gestureHints: Readonly<Record<GestureHint, string>> = {
  wheel: 'Use Ctrl and the wheel, or click the map, to zoom',
  touch: 'Use two fingers to move the map',
};

type WheelKeys = Pick<WheelEvent, 'ctrlKey' | 'metaKey'>;

/** Whether the wheel belongs to the map. A pinch on a touchpad arrives as a wheel with Ctrl. */
export function wheelZooms({ ctrlKey, metaKey }: WheelKeys, isClicked: boolean): boolean {
  return isClicked || ctrlKey || metaKey;
}

type Press = Pick<PointerEvent, 'pointerType' | 'button'>;

/** Whether the map has the wheel after a press of a pointer inside or beside it. */
export function isClickedAfter(
  { pointerType, button }: Press,
  isInside: boolean,
  wasClicked: boolean,
): boolean {
  if (!isInside) return false;
  // A finger has no wheel, and its tap must not take the wheel of a mouse.
  return wasClicked || (pointerType !== 'touch' && button === 0);
}

type Position = Pick<Touch, 'clientX' | 'clientY'>;

/** In CSS pixels; a tap wobbles by less. */
const minSwipe = 10;

export function isSwipe(from: Position, to: Position): boolean {
  return Math.hypot(to.clientX - from.clientX, to.clientY - from.clientY) >= minSwipe;
}

const isInPopup = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('.leaflet-popup') !== null;

/**
 * Lets the page scroll under a wheel or one finger over a map: they reach Leaflet only with Ctrl or Cmd or after a
 * click into the map, and with a second finger. CSS (`map-in-page`) lets the browser take one finger.
 * @returns what undoes it
 */
export function shareGestures(container: HTMLElement, onHint: (hint: GestureHint) => void): () => void {
  const listening = new AbortController();
  const capture = { capture: true, signal: listening.signal };
  let isClicked = false;
  let swipeStart: Position | undefined;

  function setClicked(next: boolean): void {
    isClicked = next;
    container.classList.toggle('map-has-wheel', next);
  }
  container.classList.add('map-in-page');

  container.addEventListener(
    'wheel',
    (event) => {
      if (wheelZooms(event, isClicked) || isInPopup(event.target)) return;
      event.stopPropagation();
      if (event.deltaY !== 0) onHint('wheel');
    },
    { ...capture, passive: true },
  );
  container.addEventListener(
    'touchstart',
    (event) => {
      const [finger, second] = event.touches;
      swipeStart = second || isInPopup(event.target) ? undefined : finger;
      // Leaflet would drag the map; a click arrives all the same.
      if (!second) event.stopPropagation();
    },
    { ...capture, passive: true },
  );
  container.addEventListener(
    'touchmove',
    ({ touches: [finger, second] }) => {
      if (swipeStart && finger && !second && isSwipe(swipeStart, finger)) onHint('touch');
    },
    { ...capture, passive: true },
  );
  document.addEventListener(
    'pointerdown',
    (event) => {
      const isInside = event.target instanceof Node && container.contains(event.target);
      setClicked(isClickedAfter(event, isInside, isClicked));
    },
    capture,
  );
  document.addEventListener(
    'keydown',
    ({ key }) => {
      if (key === 'Escape') setClicked(false);
    },
    capture,
  );
  return () => {
    listening.abort();
    container.classList.remove('map-in-page', 'map-has-wheel');
  };
}
