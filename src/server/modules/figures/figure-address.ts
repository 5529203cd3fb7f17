import * as z from 'zod/mini';
import {
  type FigureFormat,
  type FigureName,
  type FigureTheme,
  figureNames,
  figureScales,
  figureThemes,
  figureWidth,
  figureWidths,
} from '#contract/figure.ts';
import { parseDay } from '#lib/calendar.ts';
import { HttpProblem } from '../../http/problems.ts';

/** What is drawn, in a theme. */
export type FigureRequest = { readonly theme: FigureTheme } & (
  | { readonly name: 'season'; readonly site: string; readonly parameter: string }
  | { readonly name: 'snow'; readonly group: string }
  | { readonly name: 'storage'; readonly on?: string | undefined }
  | { readonly name: 'brief' }
);

export type ImageAddress = { readonly figure: FigureRequest; readonly format: FigureFormat };

const name = z.string().check(
  z.trim(),
  z.minLength(1, 'is empty'),
  z.maxLength(200, 'is too long'),
  z.refine((text) => !text.includes('\0'), 'has a character that no name has'),
);
const day = z.string().check(z.refine((text) => parseDay(text) !== undefined, 'must be a date, YYYY-MM-DD'));
const theme = z._default(z.enum(figureThemes, `must be ${figureThemes.join(' or ')}`), 'light');

/** The parts of the query of each figure. */
const queries = {
  season: z.strictObject({ theme, site: name, parameter: name }),
  storage: z.strictObject({ theme, on: z.optional(day) }),
  snow: z.strictObject({ theme, group: name }),
  brief: z.strictObject({ theme }),
} satisfies Record<FigureName, z.ZodMiniType>;

const width = `must be a whole number from ${figureWidth.min} to ${figureWidth.max}`;
const ImageQuery = z.object({
  width: z.prefault(
    z.pipe(
      z.string(width).check(z.regex(/^\d{3,4}$/, width)),
      z.pipe(
        z.transform(Number),
        z.pipe(
          z.int().check(z.minimum(figureWidth.min, width), z.maximum(figureWidth.max, width)),
          z.transform((pixels) => figureWidths.find((each) => each >= pixels) ?? figureWidth.max),
        ),
      ),
    ),
    String(figureWidth.default),
  ),
  scale: z.prefault(z.enum(figureScales, `must be ${figureScales.join(' or ')}`), '1'),
  text: z.prefault(z.enum(['yes', 'no'], 'must be yes or no'), 'yes'),
});

/**
 * Reads the address of a figure's page.
 * @throws HttpProblem 404 for an unknown figure, 400 for a query that it does not have
 */
export function parseFigureAddress(figure: string, query: unknown): FigureRequest {
  const known = figureNames.find((each) => each === figure);
  if (known === undefined) {
    throw new HttpProblem(404, `There is no figure of this name. There are ${figureNames.join(', ')}.`);
  }
  switch (known) {
    case 'season':
      return { name: known, ...parse(queries.season, query) };
    case 'snow':
      return { name: known, ...parse(queries.snow, query) };
    case 'storage':
      return { name: known, ...parse(queries.storage, query) };
    default:
      return { name: known, ...parse(queries[known], query) };
  }
}

/**
 * Reads the address of a picture, such as `season.png` with the query of the figure and `width` and `scale`.
 * @throws HttpProblem 404, 400 as `parseFigureAddress` does
 */
export function parseImageAddress(file: string, query: unknown): ImageAddress {
  const [, figure = '', kind] = /^([^.]*)\.(png|svg)$/.exec(file) ?? [];
  if (kind !== 'png' && kind !== 'svg') {
    throw new HttpProblem(404, 'There is no picture of this name. Its name ends in .png or .svg.');
  }
  const { width: wide, scale, text, ...rest } = query as Record<string, unknown>;
  const given = Object.entries({ width: wide, scale, text }).filter(([, value]) => value !== undefined);
  const address = parseFigureAddress(figure, rest);
  const size = parse(ImageQuery, Object.fromEntries(given));
  if (kind === 'png') {
    if (text !== undefined) throw badQuery([{ path: 'text', message: 'belongs to an SVG' }]);
    return { figure: address, format: { kind, width: size.width, scale: Number(size.scale) } };
  }
  if (scale !== undefined) throw badQuery([{ path: 'scale', message: 'belongs to a PNG' }]);
  return {
    figure: address,
    format: { kind, width: size.width, ...(size.text === 'no' && { isBare: true }) },
  };
}

function parse<Schema extends z.ZodMiniType>(schema: Schema, query: unknown): z.output<Schema> {
  const parsed = z.safeParse(schema, query);
  if (parsed.success) return parsed.data;
  throw badQuery(
    parsed.error.issues.flatMap((issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((path) => ({ path, message: 'is no part of this address' }))
        : [{ path: String(issue.path[0] ?? ''), message: describeIssue(issue, query) }],
    ),
  );
}

function describeIssue({ code, path: [name = ''], message }: z.core.$ZodIssue, query: unknown): string {
  if (Object(query)[name] === undefined) return 'is missing';
  return code === 'invalid_type' ? 'is there more than once' : message;
}

function badQuery(errors: { path: string; message: string }[]): HttpProblem {
  const text = errors.map(({ path, message }) => `${path} ${message}`).join('; ');
  return new HttpProblem(400, `The address cannot be used: ${text}.`, { errors });
}
