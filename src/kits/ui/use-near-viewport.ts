import { type RefObject, useEffect, useState } from 'react';

/** The distance from the viewport that counts as near. */
const margin = '400px';

/** Whether an element has ever been near the viewport. */
export function useNearViewport(target: RefObject<HTMLElement | null>): boolean {
  const [near, setNear] = useState(false);
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
  }, [target, near]);
  return near;
}
