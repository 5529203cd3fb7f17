import { type RefObject, useEffect, useRef } from 'react';
import type { PlotArea } from './draw-frame.ts';
import type { Extent } from './types.ts';
import { panWindow, zoomWindow } from './window.ts';

type Gestures = {
  readonly area: PlotArea | undefined;
  readonly window: Extent;
  readonly whole: Extent;
  /** The wheel zooms only while this is on. */
  readonly wheelZooms: boolean;
  onPoint(x: number | undefined): void;
  onWindow(window: Extent): void;
  onToggle(): void;
  onReset(): void;
};

/** Pixels that a pointer may move within a click. */
const dragThreshold = 5;
const zoomPerNotch = 1.2;

/**
 * Handles pointer and wheel on a plot: pointing reads values, a click toggles zooming by wheel, dragging moves the
 * window, pinching zooms, a double-click shows everything. Dragging one finger up or down scrolls the page.
 */
export function useGestures(target: RefObject<HTMLElement | null>, gestures: Gestures): void {
  const latest = useRef(gestures);
  latest.current = gestures;

  useEffect(() => {
    const element = target.current;
    if (!element) return;
    const pointers = new Map<number, { x: number; y: number }>();
    let start: { x: number; y: number; window: Extent; moved: boolean } | undefined;
    let pinch: { span: number; center: number; window: Extent } | undefined;

    const toElementPoint = (event: { clientX: number; clientY: number }) => {
      const box = element.getBoundingClientRect();
      return { x: event.clientX - box.left, y: event.clientY - box.top };
    };
    /** The time at a pixel of the element; undefined before the plot is drawn. */
    const timeAt = (pixel: number, { area, window: [from, to] } = latest.current) =>
      area && area.width > 0 ? from + ((pixel - area.left) / area.width) * (to - from) : undefined;
    const reportPoint = (pixel: number) => {
      const {
        window: [from, to],
      } = latest.current;
      const time = timeAt(pixel);
      latest.current.onPoint(time === undefined ? undefined : Math.min(to, Math.max(from, time)));
    };

    function onPointerDown(event: PointerEvent): void {
      // A press on a button in the plot is no gesture.
      const isControl = event.target instanceof Element && event.target.closest('button, a') !== null;
      if (event.button !== 0 || isControl) return;
      pointers.set(event.pointerId, toElementPoint(event));
      const { window } = latest.current;
      if (pointers.size === 2) {
        start = undefined;
        const [one, other] = [...pointers.values()];
        const center = timeAt(((one?.x ?? 0) + (other?.x ?? 0)) / 2);
        pinch = center === undefined ? undefined : { span: spanOf(one, other), center, window };
        return;
      }
      start = { ...toElementPoint(event), window, moved: false };
    }

    function onPointerMove(event: PointerEvent): void {
      const here = toElementPoint(event);
      if (pointers.has(event.pointerId)) pointers.set(event.pointerId, here);
      const { area, whole } = latest.current;
      if (pinch && pointers.size === 2) {
        const [one, other] = [...pointers.values()];
        const factor = pinch.span / Math.max(10, spanOf(one, other));
        latest.current.onWindow(zoomWindow(pinch.window, whole, pinch.center, factor));
        return;
      }
      if (start && Math.hypot(here.x - start.x, here.y - start.y) > dragThreshold && !start.moved) {
        start.moved = true;
        element?.setPointerCapture(event.pointerId);
      }
      if (start?.moved && area && area.width > 0) {
        const days = ((start.x - here.x) / area.width) * (start.window[1] - start.window[0]);
        latest.current.onWindow(panWindow(start.window, whole, days));
      }
      reportPoint(here.x);
    }

    function onPointerUp(event: PointerEvent): void {
      pointers.delete(event.pointerId);
      if (pinch) {
        if (pointers.size === 0) pinch = undefined;
        return;
      }
      if (start && !start.moved && event.type === 'pointerup') {
        reportPoint(toElementPoint(event).x);
        // The second click of a double-click does not toggle again.
        if (event.pointerType === 'mouse' && event.detail < 2) latest.current.onToggle();
      }
      start = undefined;
    }

    function onPointerLeave(event: PointerEvent): void {
      if (event.pointerType === 'mouse') latest.current.onPoint(undefined);
    }

    function onWheel(event: WheelEvent): void {
      const { wheelZooms, window, whole } = latest.current;
      if (!wheelZooms) return;
      event.preventDefault();
      const center = timeAt(toElementPoint(event).x);
      if (center === undefined || event.deltaY === 0) return;
      latest.current.onWindow(
        zoomWindow(window, whole, center, event.deltaY < 0 ? 1 / zoomPerNotch : zoomPerNotch),
      );
    }

    const onDoubleClick = () => latest.current.onReset();
    element.addEventListener('pointerdown', onPointerDown);
    element.addEventListener('pointermove', onPointerMove);
    element.addEventListener('pointerup', onPointerUp);
    element.addEventListener('pointercancel', onPointerUp);
    element.addEventListener('pointerleave', onPointerLeave);
    element.addEventListener('wheel', onWheel, { passive: false });
    element.addEventListener('dblclick', onDoubleClick);
    return () => {
      element.removeEventListener('pointerdown', onPointerDown);
      element.removeEventListener('pointermove', onPointerMove);
      element.removeEventListener('pointerup', onPointerUp);
      element.removeEventListener('pointercancel', onPointerUp);
      element.removeEventListener('pointerleave', onPointerLeave);
      element.removeEventListener('wheel', onWheel);
      element.removeEventListener('dblclick', onDoubleClick);
    };
  }, [target]);
}

type Point = { x: number; y: number } | undefined;

function spanOf(one: Point, other: Point): number {
  return Math.hypot((one?.x ?? 0) - (other?.x ?? 0), (one?.y ?? 0) - (other?.y ?? 0));
}
