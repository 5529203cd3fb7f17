import { atom } from 'nanostores';
import type { ContentRecord } from '#contract/records.ts';

/** The name of the model that the page shows. */
export const $crudModel = atom<string | undefined>(undefined);

/** The records of the last loaded list. */
export const $lastFound = atom<readonly ContentRecord[]>([]);

/** The last record that was read or written. */
export const $lastRecord = atom<ContentRecord | undefined>(undefined);
