import { type RefObject, useEffect, useRef } from 'react';
import type { PlotArea } from '../drawing/layout.ts';
import { panWindow, zoomWindow } from '../state.ts';
import type { Extent } from '../types.ts';

/** A place in the plot: its time, and the pixels below the top of the plot. */
type PlotPoint = { readonly x: number; readonly y: number };

type Gestures = {
  readonly area: PlotArea | undefined;
  readonly window: Extent;
  readonly whole: Extent;
  /** The wheel zooms and fingers move the chart only while this is on; the page scrolls otherwise. */
  readonly isHeld: boolean;
  onPoint(point: PlotPoint | undefined): void;
  onWindow(window: Extent): void;
  onHold(isHeld: boolean): void;
  onReset(): void;
};

/** Pixels that a pointer may move within a click. */
const dragThreshold = 5;
const zoomPerNotch = 1.2;

/**
 * Handles pointer and wheel on a plot. Pointing reads values, and so does a tap. A click turns zooming by wheel on and off,
 * dragging moves the window, a double-click shows everything. A tap lets one finger move the window and two zoom it, until a
 * tap beside the chart; the browser scrolls the page with all other fingers.
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
    const reportPoint = (pixel: { x: number; y: number }) => {
      const {
        area,
        window: [from, to],
      } = latest.current;
      const time = timeAt(pixel.x);
      latest.current.onPoint(
        time === undefined
          ? undefined
          : { x: Math.min(to, Math.max(from, time)), y: pixel.y - (area?.top ?? 0) },
      );
    };
    const mayMove = (event: PointerEvent) => event.pointerType !== 'touch' || latest.current.isHeld;

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
        const begins = center !== undefined && mayMove(event);
        pinch = begins ? { span: spanOf(one, other), center, window } : undefined;
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
      if (!mayMove(event)) return;
      if (start && Math.hypot(here.x - start.x, here.y - start.y) > dragThreshold && !start.moved) {
        start.moved = true;
        element?.setPointerCapture(event.pointerId);
      }
      if (start?.moved && area && area.width > 0) {
        const days = ((start.x - here.x) / area.width) * (start.window[1] - start.window[0]);
        latest.current.onWindow(panWindow(start.window, whole, days));
      }
      reportPoint(here);
    }

    function onPointerUp(event: PointerEvent): void {
      pointers.delete(event.pointerId);
      if (pinch) {
        if (pointers.size === 0) pinch = undefined;
        return;
      }
      if (start && !start.moved && event.type === 'pointerup') {
        reportPoint(toElementPoint(event));
        const { isHeld, onHold } = latest.current;
        if (event.pointerType === 'touch') onHold(true);
        // The second click of a double-click does not toggle again.
        else if (event.pointerType === 'mouse' && event.detail < 2) onHold(!isHeld);
      }
      start = undefined;
    }

    function onPointerLeave(event: PointerEvent): void {
      if (event.pointerType === 'mouse') latest.current.onPoint(undefined);
    }

    function onWheel(event: WheelEvent): void {
      const { isHeld, window, whole } = latest.current;
      if (!isHeld) return;
      event.preventDefault();
      const center = timeAt(toElementPoint(event).x);
      if (center === undefined || event.deltaY === 0) return;
      latest.current.onWindow(
        zoomWindow(window, whole, center, event.deltaY < 0 ? 1 / zoomPerNotch : zoomPerNotch),
      );
    }

    /** A tap beside the chart releases it; a click does not, because it says so on the chart. */
    function onClickAnywhere(event: MouseEvent): void {
      const isTap = event instanceof PointerEvent && event.pointerType === 'touch';
      const isInside = event.target instanceof Node && element?.closest('section')?.contains(event.target);
      if (isTap && !isInside && latest.current.isHeld) latest.current.onHold(false);
    }

    const onDoubleClick = () => latest.current.onReset();
    const end = new AbortController();
    const { signal } = end;
    element.addEventListener('pointerdown', onPointerDown, { signal });
    element.addEventListener('pointermove', onPointerMove, { signal });
    element.addEventListener('pointerup', onPointerUp, { signal });
    element.addEventListener('pointercancel', onPointerUp, { signal });
    element.addEventListener('pointerleave', onPointerLeave, { signal });
    element.addEventListener('wheel', onWheel, { passive: false, signal });
    element.addEventListener('dblclick', onDoubleClick, { signal });
    document.addEventListener('click', onClickAnywhere, { signal });
    return () => end.abort();
  }, [target]);
}

type Point = { x: number; y: number } | undefined;

function spanOf(one: Point, other: Point): number {
  return Math.hypot((one?.x ?? 0) - (other?.x ?? 0), (one?.y ?? 0) - (other?.y ?? 0));
}
