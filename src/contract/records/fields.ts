import * as z from 'zod/mini';
import type { LookupEntry, LookupName } from './lookups.ts';

/** An uploaded file. Its contents are at `/api/files/{id}`; `size` is in bytes. */
export const FileReference = z.object({
  id: z.uuid(),
  name: z.string().check(z.minLength(1), z.maxLength(200)),
  type: z.string().check(z.maxLength(100)),
  size: z.int().check(z.nonnegative()),
});
export type FileReference = z.output<typeof FileReference>;

/** Decimal degrees, WGS 84. */
export const Coordinates = z.object({
  latitude_dd: z
    .number('Enter a latitude.')
    .check(
      z.minimum(-90, 'Enter a latitude from -90 to 90.'),
      z.maximum(90, 'Enter a latitude from -90 to 90.'),
    ),
  longitude_dd: z
    .number('Enter a longitude.')
    .check(
      z.minimum(-180, 'Enter a longitude from -180 to 180.'),
      z.maximum(180, 'Enter a longitude from -180 to 180.'),
    ),
});
export type Coordinates = z.output<typeof Coordinates>;

/** An entry of a READ_ONLY_ARRAY_OF_LINKS field, which the server computes. */
export const RecordLink = z.object({ label: z.string(), href: z.string() });
export type RecordLink = z.output<typeof RecordLink>;

/** The choices of a field: fixed options, or the entries of a lookup table. */
export type Choices = { readonly options: readonly LookupEntry[] } | { readonly lookup: LookupName };

type Input<Kind extends string> = {
  readonly kind: Kind;
  readonly name: string;
  readonly label: string;
  /** Shown below the field. */
  readonly hint?: string;
  readonly required?: boolean;
};

export type TextField = Input<'TEXT'> & {
  readonly maxLength: number;
  /** `url`: an http(s) address. `identifier`: capital letters, digits, `:`, `-`, `_` and `.`. */
  readonly format?: 'url' | 'identifier';
};
export type MultilineTextField = Input<'MULTILINE_TEXT'> & { readonly maxLength: number };
export type NumberField = Input<'NUMBER'> & {
  readonly min?: number;
  readonly max?: number;
  readonly unit?: string;
};
/** `YYYY-MM-DD` in the basin's time zone. */
export type DateField = Input<'DATE'>;
/** `HH:mm` in the basin's time zone. */
export type TimeField = Input<'TIME'>;
/** `YYYY-MM-DDTHH:mm`, the wall clock in the basin's time zone. */
export type DateTimeField = Input<'DATETIME'>;
export type DropdownField = Input<'DROPDOWN'> & { readonly choices: Choices };
/** Several choices, stored as one text with `separator` between them. */
export type SplitStringField = Input<'SPLIT_STRING_DROPDOWN'> & {
  readonly choices: Choices;
  readonly separator: string;
};
export type CustomField = Input<'CUSTOM'> & { readonly custom: 'coordinates' | 'file' };

export type InputField =
  | TextField
  | MultilineTextField
  | Input<'EMAIL'>
  | DropdownField
  | NumberField
  | DateField
  | TimeField
  | DateTimeField
  | CustomField
  | SplitStringField;

export type ReadOnlyField = {
  readonly kind: 'READ_ONLY_ARRAY_OF_LINKS' | 'READ_ONLY_ARRAY_OF_STRINGS';
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
};

/** A part of a form that holds no value. */
export type LayoutField =
  | { readonly kind: 'DIVIDER'; readonly name: string }
  | { readonly kind: 'SECTION_HEADER'; readonly name: string; readonly label: string };

export type Field = InputField | ReadOnlyField | LayoutField;

/** Checks whether a field is entered by people, so that it has a value to validate. */
export function isInput(field: Field): field is InputField {
  return !isLayout(field) && !isReadOnly(field);
}

/** Checks whether a field's value is computed by the server. */
export function isReadOnly(field: Field): field is ReadOnlyField {
  return field.kind === 'READ_ONLY_ARRAY_OF_LINKS' || field.kind === 'READ_ONLY_ARRAY_OF_STRINGS';
}

function isLayout(field: Field): field is LayoutField {
  return field.kind === 'DIVIDER' || field.kind === 'SECTION_HEADER';
}
