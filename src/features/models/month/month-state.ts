import type { Requester, RequestFailed } from '#client/request.ts';
import type { ProductionMonth } from '#contract/production-months.ts';
import type { MonthGrid } from '#domain/production-month/grid.ts';
import type { SafeStorage } from '#lib/storage.ts';
import type { Address } from '#stores/address.ts';
import type { ToastSeverity } from '#stores/toasts.ts';
import type { UnsavedStore } from '../unsaved.ts';

/** A well, by its loc_id, and a month, `YYYY-MM`. */
export type Place = { readonly well: string; readonly month: string };

export type MonthState =
  | { readonly status: 'unchosen' | 'loading' }
  | { readonly status: 'failed'; readonly error: RequestFailed }
  | { readonly status: 'ready'; readonly month: ProductionMonth; readonly saved: MonthGrid };

export type MonthSettings = {
  request: Requester;
  address: Address;
  /** Where the last well and method are stored. */
  storage: SafeStorage;
  subject: string;
  /** Stores typed cells until they are saved. */
  unsavedOf: (place: Place) => UnsavedStore;
  notify: (message: string, severity: ToastSeverity) => void;
  now?: () => Date;
};
