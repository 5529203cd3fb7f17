import * as z from 'zod/mini';
import { text } from './basin-fields.ts';

const id = text.check(
  z.regex(/^[a-z][a-z\d-]*$/, 'expected a word in lowercase letters, digits and hyphens, such as heise'),
);
const monthDay = text.check(
  z.regex(/^(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, 'expected a day such as "04-01", in quotes'),
);
const period = z.strictObject({ from: monthDay, to: monthDay });

/**
 * A point whose volume of `period` is forecast from the snow of its predictor groups and, with `winter`, from its own mean
 * flow of that period. A `regulated` flow gets no outlook: what people store and release is no answer of the snow.
 * `official` is the site that the agencies' forecasts of this volume are imported for.
 */
const OutlookPoint = z.strictObject({
  id,
  label: text,
  flow: z.strictObject({ site: text, parameter: text }),
  regulated: z.optional(z.boolean('expected true or false')),
  period,
  winter: z.optional(period),
  predictors: z
    .array(
      z.strictObject({
        label: text,
        parameter: text,
        sites: z.array(text).check(z.minLength(1, 'expected the id of at least one site')),
      }),
    )
    .check(z.minLength(1, 'expected at least one group')),
  official: z.optional(text),
});

/** Reservoirs whose fill depends on the volume at a point; their capacities are those of the sites. */
const FillGroup = z.strictObject({
  id,
  label: text,
  point: id,
  parameter: text,
  sites: z.array(text).check(z.minLength(1, 'expected the id of at least one site')),
});

/** The outlook of the season's volume, and what it takes to fill, in the order of the screen. */
export const BasinOutlook = z.strictObject({
  points: z.array(OutlookPoint).check(z.minLength(1, 'expected at least one point')),
  fill: z.optional(z.array(FillGroup)),
});
export type BasinOutlook = z.output<typeof BasinOutlook>;
