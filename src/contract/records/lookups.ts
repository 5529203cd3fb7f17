import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';

/** The lookup tables. Fields of records can offer their entries as choices. */
export const lookupNames = [
  'location-types',
  'data-providers',
  'parameters',
  'huc8s',
  'huc10s',
  'gw-districts',
  'wells',
] as const;
export const LookupName = z.enum(lookupNames);
export type LookupName = z.output<typeof LookupName>;

/** A stored value and the label that is shown for it; they differ only where an id is stored. */
export const LookupEntry = z.object({ value: z.string(), label: z.string() });
export type LookupEntry = z.output<typeof LookupEntry>;

export const readLookup = defineEndpoint({
  summary:
    'The entries of a lookup table, sorted by label, wells that have been pumped first; a well’s value is its loc_id',
  method: 'GET',
  path: '/api/lookups/:name',
  access: 'signed-in',
  params: z.object({ name: LookupName }),
  response: z.array(LookupEntry),
});
