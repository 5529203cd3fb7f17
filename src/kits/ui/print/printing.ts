import { useStore } from '@nanostores/react';
import { type RefObject, useEffect, useState } from 'react';
import { $isPrinting, addSheet } from '../../html/print-page.ts';

/** Makes a print wait for a sheet that is not on the page yet, as long as it is awaited. */
export function useAwaitedSheet(isAwaited: boolean): void {
  useEffect(() => (isAwaited ? addSheet(() => false) : undefined), [isAwaited]);
}

/**
 * Whether an element has ever been near the viewport, or is wanted on paper.
 * @param margin the distance from the viewport that counts as near
 */
export function useNearViewport(target: RefObject<HTMLElement | null>, margin = '400px'): boolean {
  const [near, setNear] = useState(false);
  const isPrinting = useStore($isPrinting);
  useEffect(() => {
    if (isPrinting) setNear(true);
  }, [isPrinting]);
  useEffect(() => {
    const element = target.current;
    if (!element || near) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) setNear(true);
      },
      { rootMargin: margin },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [target, near, margin]);
  return near || isPrinting;
}
