import { safeSessionStorage } from './storage.ts';

/** What is for demonstration: all, only the accounts, or nothing. The top of each page says so. */
const marks = ['yes', 'accounts', 'no'] as const;
export type DemonstrationMark = (typeof marks)[number];

const key = 'demo-data';

/** Reads the mark of this browser session; undefined until the server was asked. */
export function readDemonstrationMark(): DemonstrationMark | undefined {
  const stored = safeSessionStorage.getItem(key);
  return marks.find((mark) => mark === stored);
}

export function showDemonstrationMark(mark: DemonstrationMark): void {
  document.documentElement.dataset.demo = mark;
  safeSessionStorage.setItem(key, mark);
}

/** Whether the page shows values of a demonstration. Files that the server writes are marked there. */
export function isDemonstration(): boolean {
  return globalThis.document?.documentElement.dataset.demo === 'yes';
}
