import { type RefObject, useEffect, useState } from 'react';

/** A window being dragged wider is drawn once it rests, in milliseconds. */
const debounceMs = 100;

/** The width of an element in whole pixels; 0 before it is known. */
export function useWidth(target: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = target.current;
    if (!element) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    setWidth(Math.floor(element.clientWidth));
    const observer = new ResizeObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(() => setWidth(Math.floor(element.clientWidth)), debounceMs);
    });
    observer.observe(element);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [target]);
  return width;
}
