import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import { type RefObject, useEffect, useState } from 'react';

/** From when a print is asked for until it is over. Parts that wait until they come near the window are loaded then. */
export const $isPrinting = atom(false);

/** Tells whether a sheet is drawn, loaded or not to be had. */
type IsDrawn = () => boolean;

const sheets = new Set<IsDrawn>();

/** Makes a print wait for a sheet. @returns how to stop */
export function addSheet(isDrawn: IsDrawn): () => void {
  sheets.add(isDrawn);
  return () => sheets.delete(isDrawn);
}

/** Makes a print wait for a sheet that is not on the page yet, as long as it is awaited. */
export function useAwaitedSheet(isAwaited: boolean): void {
  useEffect(() => (isAwaited ? addSheet(() => false) : undefined), [isAwaited]);
}

/** A print does not wait longer than this for a server that does not answer. */
const patienceMs = 30_000;
const stepMs = 50;

/** Opens the print dialog when all sheets of the page are drawn, also those that have not been scrolled to. */
export async function printPage(): Promise<void> {
  $isPrinting.set(true);
  const end = performance.now() + patienceMs;
  // Parts that become near add their sheets with the next frame.
  do await new Promise((resolve) => setTimeout(resolve, stepMs));
  while (![...sheets].every((isDrawn) => isDrawn()) && performance.now() < end);
  window.print();
}

/** Prints by Ctrl+P or ⌘P like the button of the page, and follows prints by the browser's menu. @returns how to stop */
export function listenToPrint(): () => void {
  const onKey = (event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'p' || event.shiftKey || event.altKey) return;
    if (!(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void printPage();
  };
  const begin = () => $isPrinting.set(true);
  const end = () => $isPrinting.set(false);
  addEventListener('keydown', onKey);
  addEventListener('beforeprint', begin);
  addEventListener('afterprint', end);
  return () => {
    removeEventListener('keydown', onKey);
    removeEventListener('beforeprint', begin);
    removeEventListener('afterprint', end);
  };
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
