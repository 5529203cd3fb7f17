import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';

/** What is left of the demonstration: synthetic series, and content records that nobody has edited. */
export const Demonstration = z.object({ series: z.int(), all_series: z.int(), records: z.int() });
export type Demonstration = z.output<typeof Demonstration>;

const common = { path: '/api/demonstration', access: 'developer', tags: ['System'] } as const;

export const readDemonstration = defineEndpoint({
  ...common,
  name: 'readDemonstration',
  summary: 'How many series and content records of the demonstration are left',
  method: 'GET',
  response: Demonstration,
});

/** Removes the values of synthetic series and the unedited records. Stations stay, and so do values entered by hand. */
export const removeDemonstration = defineEndpoint({
  ...common,
  name: 'removeDemonstration',
  summary: 'Removes all that is left of the demonstration',
  method: 'DELETE',
  response: Demonstration,
});
