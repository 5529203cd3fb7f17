import { type RefObject, useEffect, useState } from 'react';

/** While the browser window is being resized, the chart waits. */
const debounceMs = 100;

/** The width of an element in whole pixels; 0 before the first render. */
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
