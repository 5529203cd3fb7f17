import { type PointerEvent, type ReactNode, useMemo, useRef } from 'react';
import styles from './PublicMap.module.css';
import { type Sheet, SheetContext, type SheetStop, stopAfterDrag } from './sheet-stops.ts';

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
        onPointerDown(event: PointerEvent<HTMLElement>) {
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
      <div ref={element} className={styles.sheet} data-stop={stop}>
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
