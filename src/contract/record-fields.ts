import * as z from 'zod/mini';
import { describeBadName, tidyLine } from '#lib/clean-line.ts';

// Fields that many answers and rows of the database share.

/** The number of a parameter, as a text of an address. */
export const parameterNumber = z
  .string()
  .check(z.regex(/^[1-9]\d{0,4}$/, 'must be the number of a parameter'));

/** The number of a site, as a text of an address. */
export const locationNumber = z.string().check(z.regex(/^[1-9]\d{0,8}$/, 'must be a loc_ndx'));

/** What names a site: its number, its agency's id and its name. */
export const siteFields = { loc_ndx: z.int(), loc_id: z.string(), loc_name: z.string() };

/** A GeoJSON Point, WGS 84, `[longitude, latitude]` in decimal degrees. */
export const PointGeometry = z.object({
  type: z.literal('Point'),
  coordinates: z.tuple([z.number(), z.number()]),
});

/** What names a parameter. */
export const parameterFields = {
  parameter_ndx: z.int(),
  parameter_name: z.string(),
  units_name: z.string(),
};

/** What names a record: a parameter of a site. */
export const recordFields = { ...siteFields, ...parameterFields };

/** A name that a person gives. White space around it is dropped, and so is repeated white space within it. */
export function nameOf(maxLength: number) {
  return z.string().check(
    z.overwrite(tidyLine),
    z.refine((name) => describeBadName(name, maxLength) === undefined, {
      error: ({ input }) => describeBadName(String(input), maxLength),
    }),
  );
}
