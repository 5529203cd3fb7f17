import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { CurrentImport } from './imports.ts';

/** What is left of the demonstration: synthetic series, and content records that nobody has edited. */
export const Demonstration = z.object({ series: z.int(), all_series: z.int(), records: z.int() });
export type Demonstration = z.output<typeof Demonstration>;

/** What `readCurrentImport` and the history of imports call the removal, where an import has its source. */
export const demonstrationJob = 'demonstration';

const common = { path: '/api/demonstration', access: 'developer' } as const;

export const readDemonstration = defineEndpoint({
  ...common,
  summary: 'How many series and content records of the demonstration are left',
  method: 'GET',
  maxAge: 'never',
  response: Demonstration,
});

/**
 * Removes the values of synthetic series, one after the other, and then the unedited records. Stations stay, and so do
 * values entered by hand. What it has done is at `readCurrentImport`, and `cancelImport` ends it.
 */
export const removeDemonstration = defineEndpoint({
  ...common,
  summary: 'Starts to remove all that is left of the demonstration; 409 while an import is running',
  method: 'DELETE',
  successStatus: 202,
  location: '/api/imports/current',
  response: CurrentImport,
  errors: [409],
});
