/** Parses what a browser has stored; undefined for nothing, and for text that is not JSON. */
export function parseStoredJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

/** A property of what may be anything; undefined if it is no object. */
export function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
