import { atom } from 'nanostores';
import type { ContentRecord } from '#contract/records.ts';

/** The model whose records the page is about, by name. */
export const $crudModel = atom<string | undefined>(undefined);

/** The records of the last list that was found. */
export const $lastFound = atom<readonly ContentRecord[]>([]);

/** The last record that was read or written. */
export const $lastRecord = atom<ContentRecord | undefined>(undefined);
