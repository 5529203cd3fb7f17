import { splitChoices } from '#contract/records/field-validation.ts';
import { type CustomField, type Field, type InputField, isInput } from '#contract/records/fields.ts';
import type { RecordContent } from '#domain/records/versions.ts';
import type { LatLng } from '#lib/geometry/coordinates.ts';
import { parseTypedNumber } from '#lib/typed-number.ts';

/** The values of a form by field. Numbers are text as typed, so that invalid input is not lost. */
export type FormValues = Record<string, unknown>;

export type TypedCoordinates = { readonly latitude: string; readonly longitude: string };

/** Converts the content of a record to form values; empty values without content. */
export function toFormValues(fields: readonly Field[], content: RecordContent = {}): FormValues {
  return Object.fromEntries(
    fields.filter(isInput).map((field) => [field.name, toValue(field, content[field.name])]),
  );
}

function toValue(field: InputField, value: unknown): unknown {
  switch (field.kind) {
    case 'SPLIT_STRING_DROPDOWN':
      return typeof value === 'string' ? splitChoices(field, value) : [];
    case 'CUSTOM':
      return field.custom === 'coordinates' ? toTyped(value) : (value ?? null);
    default:
      return value === null || value === undefined ? '' : String(value);
  }
}

function toTyped(value: unknown): TypedCoordinates {
  if (typeof value !== 'object' || value === null) return { latitude: '', longitude: '' };
  const { latitude_dd, longitude_dd } = value as Record<string, unknown>;
  return { latitude: String(latitude_dd ?? ''), longitude: String(longitude_dd ?? '') };
}

/** Converts form values to the content of a record. An invalid number stays text, for validation to reject. */
export function toContent(fields: readonly Field[], values: FormValues): RecordContent {
  return Object.fromEntries(
    fields.filter(isInput).map((field) => [field.name, fromValue(field, values[field.name])]),
  );
}

function fromValue(field: InputField, value: unknown): unknown {
  switch (field.kind) {
    case 'NUMBER':
      return parseNumber(String(value ?? ''));
    case 'SPLIT_STRING_DROPDOWN':
      return Array.isArray(value) ? value.join(field.separator) : null;
    case 'CUSTOM':
      return fromCustom(field, value);
    default:
      return value;
  }
}

function fromCustom({ custom }: CustomField, value: unknown): unknown {
  if (custom === 'file') return value;
  const { latitude, longitude } = value as TypedCoordinates;
  if (latitude.trim() === '' && longitude.trim() === '') return null;
  return { latitude_dd: parseNumber(latitude), longitude_dd: parseNumber(longitude) };
}

/** Parses blank text as null; text that is no number is returned trimmed. */
function parseNumber(text: string): number | string | null {
  const trimmed = text.trim();
  return trimmed === '' ? null : (parseTypedNumber(trimmed) ?? trimmed);
}

/** Parses typed coordinates, also those that are no place on Earth; undefined unless both are numbers. */
export function toPlace({ latitude, longitude }: TypedCoordinates): LatLng | undefined {
  const [lat, lng] = [parseNumber(latitude), parseNumber(longitude)];
  return typeof lat === 'number' && typeof lng === 'number' ? { lat, lng } : undefined;
}

/** Formats a place with six decimals, a tenth of a meter. */
export function toTypedPlace({ lat, lng }: LatLng): TypedCoordinates {
  const text = (degrees: number) => String(Number(degrees.toFixed(6)));
  return { latitude: text(lat), longitude: text(lng) };
}
