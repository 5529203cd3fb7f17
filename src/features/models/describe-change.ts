import { Coordinates, type InputField, isInput } from '#contract/fields.ts';
import type { Model } from '#contract/model.ts';
import { isSameValue } from '#domain/records/same-value.ts';
import type { RecordContent } from '#domain/records/versions.ts';
import { milesBetween } from '#lib/distance.ts';
import { inSentence } from '#lib/in-sentence.ts';
import { formatFieldValue, type Lookups } from './format.ts';

const maxListed = 3;
/** Longer values are not repeated in the line. */
const maxQuotedLength = 24;

/** Describes in a line what changed from one content to the next: `Title changed, summary longer by 120 letters`. */
export function describeChange(
  { fields }: Model,
  before: RecordContent,
  after: RecordContent,
  lookups: Lookups,
): string {
  const changes = fields
    .filter(isInput)
    .filter(({ name }) => !isSameValue(before[name], after[name]))
    .map(
      (field) =>
        `${inSentence(field.label)} ${describeValue(field, before[field.name], after[field.name], lookups)}`,
    );
  if (changes.length === 0) return 'Nothing changed';
  const listed = changes.slice(0, changes.length > maxListed + 1 ? maxListed : maxListed + 1);
  const rest = changes.length - listed.length;
  const line = [...listed, ...(rest > 0 ? [`${rest} more fields changed`] : [])].join(', ');
  return line.charAt(0).toUpperCase() + line.slice(1);
}

function describeValue(field: InputField, before: unknown, after: unknown, lookups: Lookups): string {
  if (isSameValue(before, null)) return 'added';
  if (isSameValue(after, null)) return 'removed';
  const [from, to] = [before, after].map((value) => formatFieldValue(field, value, lookups));
  switch (field.kind) {
    case 'MULTILINE_TEXT':
      return describeLength(String(before), String(after));
    case 'TEXT':
    case 'EMAIL':
    case 'SPLIT_STRING_DROPDOWN':
      return 'changed';
    case 'CUSTOM':
      return field.custom === 'file' ? 'replaced' : describeMove(before, after);
    default:
      return from && to && from.length <= maxQuotedLength && to.length <= maxQuotedLength
        ? `from ${from} to ${to}`
        : 'changed';
  }
}

function describeLength(before: string, after: string): string {
  const difference = [...after].length - [...before].length;
  if (difference === 0) return 'reworded';
  const size = Math.abs(difference);
  return `${difference > 0 ? 'longer' : 'shorter'} by ${size.toLocaleString('en-US')} ${size === 1 ? 'letter' : 'letters'}`;
}

function describeMove(before: unknown, after: unknown): string {
  const [from, to] = [Coordinates.safeParse(before), Coordinates.safeParse(after)];
  if (!from.success || !to.success) return 'changed';
  const miles = milesBetween(toPlace(from.data), toPlace(to.data));
  if (miles < 0.1) return `moved ${Math.round(miles * 5280)} feet`;
  return `moved ${miles.toLocaleString('en-US', { maximumFractionDigits: miles < 10 ? 1 : 0 })} miles`;
}

function toPlace({ latitude_dd, longitude_dd }: Coordinates): { lat: number; lng: number } {
  return { lat: latitude_dd, lng: longitude_dd };
}
