import * as z from 'zod/mini';

// What calls for files of data have in common. Pages load it with the call that they need, and no other call.

/** CSV as the screens download it, or tab-separated text as the USGS writes it. */
export const dataFormats = ['csv', 'rdb'] as const;
export type DataFormat = (typeof dataFormats)[number];

const formatsOf = <const F extends readonly DataFormat[]>(formats: F) =>
  z.object({ format: z.enum(formats, `must be ${formats.join(' or ')}: this file has no other format`) });

/** Of a file with RDB. */
export const bothFormats = formatsOf(dataFormats);
/** Of a file without RDB. */
export const csvOnly = formatsOf(['csv']);

/** A name, or a day as text. */
export const linkName = z
  .string('must be there once')
  .check(z.minLength(1, 'must not be empty'), z.maxLength(200));
/** Comma-separated, or the parameter several times. */
export const linkNames = z.union(
  [linkName, z.array(linkName)],
  'must be names, comma-separated or one in each parameter',
);

/** `notes=none` leaves out the lines above the header. */
export const notes = z.optional(z.enum(['none'], 'must be none, or left out'));
/** A query that is refused with the names of parameters that it does not have. */
export const strictQuery = <S extends z.core.$ZodLooseShape>(shape: S) =>
  z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys' ? `has no parameter ${issue.keys?.join(', ')}` : undefined,
  });

/** `bom=1` writes CSV for Excel: with the signs of UTF-8, and numbers of sites that it would shorten as texts. */
const bom = z.optional(z.enum(['1'], 'must be 1, or left out'));

/** Parameters of a file; others are refused. */
export const linkQuery = <S extends z.core.$ZodLooseShape>(shape: S) => strictQuery({ ...shape, bom });

/** Also takes the search, order, filters and columns of the screen's table: `q`, `sort`, `f.…`, `show` and `hide`. */
export const tableQuery = <S extends z.core.$ZodLooseShape>(shape: S) =>
  z.catchall(z.object({ ...shape, bom }), linkNames);

/** What every file of data has. */
export const readFile = {
  method: 'GET',
  access: 'open-values',
  response: z.string(),
  mediaType: 'text/csv',
} as const;

/** Of something that an address names, and that may not be there. */
export const readNamedFile = { ...readFile, errors: [404] } as const;
