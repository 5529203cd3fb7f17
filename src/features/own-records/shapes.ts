import * as z from 'zod/mini';
import { locationNumber, siteFields } from '#contract/record-fields.ts';

/** The height of the water at a gage, in ft: no parameter of the portal, but what a rating table turns into a flow. */
export const stage = { parameter_ndx: 0, parameter_name: 'Stage', units_name: 'ft' } as const;

export const siteParams = z.object({ loc_ndx: locationNumber });
export const idParams = z.object({ id: z.uuid('must be an id') });

/** What can be entered at a site: a parameter, or the stage where a parameter has rating tables or is a flow. */
const OwnParameter = z.object({
  parameter_ndx: z.int(),
  parameter_name: z.string(),
  units_name: z.string(),
  /** The units that its values may be entered in; the first one is that of the parameter. */
  units: z.array(z.string()),
});

/** A site whose readings people enter, push or upload. */
export const OwnSite = z.object({
  ...siteFields,
  /** Readings farther apart, in minutes, leave the time between them uncovered. */
  limit_minutes: z.int(),
  parameters: z.array(OwnParameter),
  /** Whether the caller may write its readings. */
  can_write: z.boolean(),
});
export type OwnSite = z.output<typeof OwnSite>;

/** A line that was not understood, and why. */
export const RefusedLine = z.object({ line: z.int(), text: z.string(), reason: z.string() });
export type RefusedLine = z.output<typeof RefusedLine>;
