import type { RecordContent } from './versions.ts';

/** The names of the fields whose values differ; an absent value is the same as an empty one. */
export function differingFields(one: RecordContent, other: RecordContent): readonly string[] {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].filter((name) => !isSameValue(one[name], other[name]));
}

export function isSameValue(one: unknown, other: unknown): boolean {
  return JSON.stringify(ordered(one ?? null)) === JSON.stringify(ordered(other ?? null));
}

/** The database gives the keys of an object back in its own order. */
function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== 'object' || value === null) return value === '' ? null : value;
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, inner]) => [key, ordered(inner)]);
}
