import * as z from 'zod/mini';
import type { RecordContent } from '#domain/records/versions.ts';
import { isPlausibleDay } from '#lib/calendar.ts';
import { describeHiddenCharacter, tidyLine } from '#lib/clean-line.ts';
import { inSentence } from '#lib/count-text.ts';
import {
  type Choices,
  Coordinates,
  type Field,
  FileReference,
  type InputField,
  isInput,
  type SplitStringField,
} from './fields.ts';

/** A validation message; `path` is the name of the field. */
export type FieldError = { readonly path: string; readonly message: string };

const emailPattern = /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>".]+$/;
const timePattern = /^([01]\d|2[0-3]):[0-5]\d$/;

function isHttpUrl(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}

/** Checks that a line of text has no character that cannot be seen or reorders the others. */
const isLegible = z.refine<string>((text) => describeHiddenCharacter(text) === undefined, {
  error: ({ input }) => describeHiddenCharacter(String(input)),
});

/** Creates the schema of a field's value; null and empty text are not valid. */
function valueSchema(field: InputField): z.ZodMiniType {
  const enter = `Enter ${withArticle(field.label)}.`;
  const text = () => z.string(enter).check(z.trim(), z.minLength(1, enter));
  switch (field.kind) {
    case 'TEXT':
    case 'MULTILINE_TEXT': {
      const limited = text().check(z.maxLength(field.maxLength, `At most ${field.maxLength} characters.`));
      if (field.kind === 'MULTILINE_TEXT') {
        return limited.check(z.refine((value) => !value.includes('\u0000'), 'Remove the null character.'));
      }
      const line = limited.check(isLegible);
      if (field.format === undefined) return line;
      return field.format === 'url'
        ? line.check(z.refine(isHttpUrl, 'Enter an address that begins with https:// or http://.'))
        : line.check(z.regex(/^[A-Z\d][A-Z\d:._-]*$/, 'Use capital letters, digits, : - _ and . only.'));
    }
    case 'EMAIL':
      return text().check(
        z.maxLength(254),
        z.regex(emailPattern, 'Enter an e-mail address, name@example.org.'),
        isLegible,
      );
    case 'DROPDOWN':
      return z.string(`Choose ${withArticle(field.label)}.`).check(
        z.minLength(1, `Choose ${withArticle(field.label)}.`),
        z.maxLength(200),
        z.refine((value) => isChoice(field.choices, value), 'Choose an entry from the list.'),
      );
    case 'SPLIT_STRING_DROPDOWN':
      return z.string(`Choose the ${inSentence(field.label)}.`).check(
        z.minLength(1, `Choose at least one of the ${inSentence(field.label)}.`),
        z.maxLength(2000),
        z.refine(
          (value) => splitChoices(field, value).every((each) => isChoice(field.choices, each)),
          'Choose only entries from the list.',
        ),
      );
    case 'NUMBER': {
      const { min = -1e12, max = 1e12, unit } = field;
      const range = `Enter a number from ${min} to ${max}${unit ? ` ${unit}` : ''}.`;
      const bounded = field.min !== undefined && field.max !== undefined;
      const message = bounded ? range : field.min !== undefined ? `Enter ${min} or more.` : range;
      return z.number('Enter a number.').check(z.minimum(min, message), z.maximum(max, message));
    }
    case 'DATE':
      return z.string(enter).check(z.refine(isPlausibleDay, 'Enter a date, YYYY-MM-DD.'));
    case 'TIME':
      return z.string(enter).check(z.regex(timePattern, 'Enter a time, HH:MM.'));
    case 'DATETIME':
      return z.string(enter).check(
        z.refine((value) => {
          const [day = '', time = '', ...more] = value.split('T');
          return isPlausibleDay(day) && timePattern.test(time) && more.length === 0;
        }, 'Enter a date and a time.'),
      );
    case 'CUSTOM':
      return field.custom === 'coordinates'
        ? z.strictObject(Coordinates.shape)
        : z.strictObject(FileReference.shape);
  }
}

/** Checks a value against fixed options. Entries of a lookup table are checked by the server, which has the table. */
function isChoice(choices: Choices, value: string): boolean {
  return !('options' in choices) || choices.options.some((option) => option.value === value);
}

/** Splits a SPLIT_STRING_DROPDOWN value into its choices; spaces around the separator do not matter. */
export function splitChoices({ separator }: Pick<SplitStringField, 'separator'>, value: string): string[] {
  return value
    .split(separator.trim())
    .map((each) => each.trim())
    .filter(Boolean);
}

/** `Document Type` gives `a document type`. */
function withArticle(label: string): string {
  const word = inSentence(label);
  return `${/^[aeiou]/i.test(word) && !/^u(rl|nit)/i.test(word) ? 'an' : 'a'} ${word}`;
}

/** Creates the schema of every input field, by name. Optional fields accept null. */
export function fieldShape(fields: readonly Field[]): Record<string, z.ZodMiniType> {
  return Object.fromEntries(
    fields.filter(isInput).map((field) => {
      const schema = valueSchema(field);
      return [field.name, field.required ? schema : z.optional(z.nullable(schema))];
    }),
  );
}

/** Prepares values for storage: text is trimmed, a line of text made one line, empty values become null, unknown names are dropped. */
export function normalizeContent(fields: readonly Field[], values: RecordContent): RecordContent {
  return Object.fromEntries(
    fields.filter(isInput).map(({ name, kind }) => {
      const value = values[name];
      const clean = kind === 'TEXT' || kind === 'EMAIL' ? tidyLine : (text: string) => text.trim();
      const trimmed = typeof value === 'string' ? clean(value) : value;
      return [name, trimmed === '' || trimmed === undefined ? null : trimmed];
    }),
  );
}

/** A rule about several fields. Returns an error, or undefined if the content follows the rule. */
export type ContentRule = (content: RecordContent) => FieldError | undefined;

/** Validates normalized content: at most one message per field, and those of the rules once every field is valid. */
export function findErrors(
  fields: readonly Field[],
  rules: readonly ContentRule[],
  content: RecordContent,
): readonly FieldError[] {
  const shape = fieldShape(fields);
  const errors = Object.entries(shape).flatMap(([name, schema]): FieldError[] => {
    const read = z.safeParse(schema, content[name]);
    const message = read.success ? undefined : read.error.issues[0]?.message;
    return message === undefined
      ? []
      : [{ path: name, message: describeMissing(fields, name, content) ?? message }];
  });
  if (errors.length > 0) return errors;
  return rules.flatMap((rule) => rule(content) ?? []);
}

/** Describes a missing value in the words of its field; undefined if there is a value. */
function describeMissing(fields: readonly Field[], name: string, content: RecordContent): string | undefined {
  if (content[name] !== null && content[name] !== undefined) return undefined;
  const field = fields.filter(isInput).find((each) => each.name === name);
  if (!field) return undefined;
  switch (field.kind) {
    case 'DROPDOWN':
      return `Choose ${withArticle(field.label)}.`;
    case 'SPLIT_STRING_DROPDOWN':
      return `Choose at least one of the ${inSentence(field.label)}.`;
    case 'CUSTOM':
      return field.custom === 'file' ? 'Choose a file.' : 'Enter the coordinates, or pick them on the map.';
    case 'NUMBER':
    case 'DATE':
      return `Enter the ${inSentence(field.label)}.`;
    case 'TIME':
      return 'Enter a time, HH:MM.';
    case 'DATETIME':
      return 'Enter a date and a time.';
    default:
      return `Enter ${withArticle(field.label)}.`;
  }
}
