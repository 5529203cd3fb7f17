import * as z from 'zod/mini';
import { strictQuery } from '#contract/data-link-parts.ts';
import { defineEndpoint } from '#contract/endpoint.ts';
import { WaterYearRecord } from '#contract/season/water-year.ts';

/** The figures that other sites may show, by the names in their addresses. */
export const figureNames = ['season', 'storage', 'snow', 'brief'] as const;
export type FigureName = (typeof figureNames)[number];

export const figureThemes = ['light', 'dark'] as const;
export type FigureTheme = (typeof figureThemes)[number];

/** A line of the table beneath a figure: `Median of the date`, `1.42 MAF`. */
const FigureFact = z.object({ label: z.string(), value: z.string() });
export type FigureFact = z.output<typeof FigureFact>;

/** Where one value stands among other years, as its bar shows it. */
const FigureBar = z.object({
  /** 1 to 99; null where there is no value of now to mark. */
  percentile: z.nullable(z.number()),
  record: z.nullable(z.enum(['lowest', 'highest'])),
  year_before: z.nullable(z.number()),
  is_late: z.boolean(),
});

/**
 * What a figure shows. `text` is the figure in a sentence or two, `through` the day of the newest value, `path` that of the
 * portal's page with the same numbers. `season` are two water years over their statistics, null for a card with the facts;
 * `capacity` is that of the reservoirs, in the unit of the record.
 */
export const Figure = z.object({
  title: z.string(),
  text: z.string(),
  bar: z.nullable(FigureBar),
  facts: z.array(FigureFact),
  source: z.string(),
  through: z.string(),
  path: z.string(),
  season: z.nullable(
    z.object({
      parameter_ndx: z.int(),
      is_reversed: z.boolean(),
      capacity: z.nullable(z.number()),
      records: z.array(WaterYearRecord),
      normals: z.array(WaterYearRecord),
    }),
  ),
});
export type Figure = z.output<typeof Figure>;

const name = z.string().check(
  z.trim(),
  z.minLength(1, 'is empty'),
  z.maxLength(200, 'is too long'),
  z.refine((text) => !text.includes('\0'), 'has a character that no name has'),
);

const figure = { method: 'GET', access: 'open', response: Figure, errors: [403, 404], maxAge: 300 } as const;

export const readSeasonFigure = defineEndpoint({
  ...figure,
  summary: 'Reads the figure of a record: this water year and the last one over the normals.',
  path: '/api/figures/season',
  query: strictQuery({ site: name, parameter: name }),
});

export const readStorageFigure = defineEndpoint({
  ...figure,
  summary: 'Reads the figure of the storage of the system’s reservoirs, today or on a past day.',
  path: '/api/figures/storage',
  query: strictQuery({ on: z.optional(z.iso.date('must be a date, YYYY-MM-DD')) }),
});

export const readSnowFigure = defineEndpoint({
  ...figure,
  summary: 'Reads the figure of the snow of a group of sites in percent of the median.',
  path: '/api/figures/snow',
  query: strictQuery({ group: name }),
});

export const readBriefFigure = defineEndpoint({
  ...figure,
  summary: 'Reads the figure of Today: storage, snow and rivers as numbers.',
  path: '/api/figures/brief',
  query: strictQuery({}),
});
