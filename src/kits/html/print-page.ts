import { atom } from 'nanostores';

/** From when a print is asked for until it is over. Parts that wait until they come near the window are loaded then. */
export const $isPrinting = atom(false);

/** Whether a sheet is drawn: true as well for one that cannot be had. */
type IsDrawn = () => boolean;

const sheets = new Set<IsDrawn>();

/** Makes a print wait for a sheet. @returns how to stop */
export function addSheet(isDrawn: IsDrawn): () => void {
  sheets.add(isDrawn);
  return () => sheets.delete(isDrawn);
}

/** A print does not wait longer than this for a server that does not answer. */
const patienceMs = 30_000;
const stepMs = 50;

/**
 * Opens the print dialog when all sheets of the page are drawn, also those that have not been scrolled to.
 * @param onDrawn is called before that, such as to list them
 */
export async function printPage(onDrawn?: () => void): Promise<void> {
  $isPrinting.set(true);
  const end = performance.now() + patienceMs;
  // Parts that become near add their sheets with the next frame.
  do await new Promise((resolve) => setTimeout(resolve, stepMs));
  while (![...sheets].every((isDrawn) => isDrawn()) && performance.now() < end);
  onDrawn?.();
  window.print();
}

/**
 * Prints by Ctrl+P or ⌘P like the button of the page, and follows prints by the browser's menu.
 * @param ask what the button does, where it is not `printPage`
 * @returns how to stop
 */
export function listenToPrint(ask: () => unknown = printPage): () => void {
  const onKey = (event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'p' || event.shiftKey || event.altKey) return;
    if (!(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void ask();
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
