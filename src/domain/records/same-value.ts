/** Whether two values of a field are equal. Undefined, null and empty text count as equal. */
export function isSameValue(one: unknown, other: unknown): boolean {
  return JSON.stringify(sortKeys(one ?? null)) === JSON.stringify(sortKeys(other ?? null));
}

/** Sorts the keys of objects, because the database returns them in its own order. */
function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value === '' ? null : value;
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, inner]) => [key, sortKeys(inner)]);
}
