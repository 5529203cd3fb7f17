import {
  createContext,
  type PointerEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { MapPanel } from '../map-address.ts';
import styles from '../PublicMap.module.css';

/** The heights of the sheet: its heading, its share of the map, everything. */
const sheetStops = ['peek', 'half', 'full'] as const;
export type SheetStop = (typeof sheetStops)[number];

/** The next stop up or down; the same at the ends. */
export function nextStop(stop: SheetStop, by: 1 | -1): SheetStop {
  return sheetStops[sheetStops.indexOf(stop) + by] ?? stop;
}

/** In CSS pixels a millisecond; a faster drag goes on in its direction. */
const flingSpeed = 0.5;

type Drag = {
  readonly stop: SheetStop;
  /** Where the drag ended, in CSS pixels. */
  readonly height: number;
  /** Upward, in CSS pixels a millisecond. */
  readonly speed: number;
  /** The heights of the stops, in CSS pixels. */
  readonly heights: Readonly<Record<SheetStop, number>>;
};

/** Where the sheet stops after a drag: the nearest stop, or the next one of a fling. */
export function stopAfterDrag({ stop, height, speed, heights }: Drag): SheetStop {
  const distanceOf = (each: SheetStop) => Math.abs(heights[each] - height);
  const nearest = sheetStops.reduce((one, other) => (distanceOf(other) < distanceOf(one) ? other : one));
  if (Math.abs(speed) < flingSpeed || nearest !== stop) return nearest;
  return nextStop(stop, speed > 0 ? 1 : -1);
}

/** What the heading of a panel needs to move the sheet that it is in. */
export type Sheet = {
  readonly stop: SheetStop;
  onStop(stop: SheetStop): void;
  /** For the part of the heading that is dragged. */
  readonly drag: {
    onPointerDown(event: PointerEvent<HTMLElement>): void;
    onPointerMove(event: PointerEvent<HTMLElement>): void;
    onPointerUp(event: PointerEvent<HTMLElement>): void;
    onPointerCancel(event: PointerEvent<HTMLElement>): void;
  };
};

/** Null for a panel beside the map. */
export const SheetContext = createContext<Sheet | null>(null);

type Settings = {
  /** The panel that was opened by its button. */
  panel: MapPanel | undefined;
  /** The key of the selected site or shape. */
  selected: string | undefined;
  onPanel: (panel: MapPanel | undefined) => void;
};

/** Which height the sheet has: what is opened brings it to the middle, and what is closed brings it down. */
export function useSheet({ panel, selected, onPanel }: Settings) {
  const [stop, setStop] = useState<SheetStop>(panel || selected ? 'half' : 'peek');
  useEffect(() => {
    if (selected !== undefined) setStop('half');
    else if (panel === undefined) setStop('peek');
  }, [selected, panel]);
  useEffect(() => {
    if (panel) setStop((now) => (now === 'peek' ? 'half' : now));
  }, [panel]);
  const onStop = useCallback(
    (next: SheetStop) => {
      setStop(next);
      if (selected !== undefined) return;
      if (next === 'peek') onPanel(undefined);
      else if (panel === undefined) onPanel('sites');
    },
    [selected, panel, onPanel],
  );
  return { stop, onStop };
}

type Props = { stop: SheetStop; onStop: (stop: SheetStop) => void; children: ReactNode };

/** Pixels that a finger may move while it taps. */
const tapReach = 6;

/** The panel of a narrow screen: it lies over the lower part of the map, and is drawn up and down by its heading. */
export function MapSheet({ stop, onStop, children }: Props) {
  const element = useRef<HTMLDivElement>(null);
  const drag = useRef<{ y: number; height: number; last: { y: number; at: number }; speed: number } | null>(
    null,
  );

  const sheet = useMemo<Sheet>(() => {
    function setHeight(height: number | undefined): void {
      if (!element.current) return;
      element.current.toggleAttribute('data-dragged', height !== undefined);
      if (height === undefined) element.current.style.removeProperty('--sheet-dragged');
      else element.current.style.setProperty('--sheet-dragged', `${height}px`);
    }
    function end(next: SheetStop): void {
      drag.current = null;
      setHeight(undefined);
      onStop(next);
    }
    return {
      stop,
      onStop,
      drag: {
        onPointerDown(event) {
          const isButton = event.target instanceof Element && event.target.closest('button, a');
          if (isButton || event.button !== 0 || !element.current) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          const { height } = element.current.getBoundingClientRect();
          const last = { y: event.clientY, at: event.timeStamp };
          drag.current = { y: event.clientY, height, last, speed: 0 };
        },
        onPointerMove({ clientY, timeStamp }) {
          const started = drag.current;
          if (!started) return;
          const elapsed = Math.max(1, timeStamp - started.last.at);
          started.speed = (started.last.y - clientY) / elapsed;
          started.last = { y: clientY, at: timeStamp };
          setHeight(Math.max(48, started.height + started.y - clientY));
        },
        onPointerUp({ clientY }) {
          const started = drag.current;
          if (!started || !element.current) return;
          const moved = started.y - clientY;
          if (Math.abs(moved) < tapReach) {
            // A tap on the heading opens the sheet.
            end(stop === 'peek' ? 'half' : stop);
            return;
          }
          const heights = measureStops(element.current);
          end(stopAfterDrag({ stop, height: started.height + moved, speed: started.speed, heights }));
        },
        onPointerCancel: () => end(stop),
      },
    };
  }, [stop, onStop]);

  return (
    <SheetContext value={sheet}>
      <div ref={element} className={`column ${styles.sheet} clip surface`} data-stop={stop}>
        {children}
      </div>
    </SheetContext>
  );
}

/** Reads the heights of the stops from the stylesheet, which knows the screen. */
function measureStops(element: HTMLElement): Readonly<Record<SheetStop, number>> {
  const whole = element.parentElement?.clientHeight ?? 0;
  const heightOf = (name: string): number =>
    Number.parseFloat(getComputedStyle(element).getPropertyValue(name));
  return { peek: heightOf('--sheet-peek'), half: whole * heightOf('--sheet-half-share'), full: whole };
}
