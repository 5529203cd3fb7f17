import * as z from 'zod/mini';
import { SourceRefused } from './source.ts';

/** Strips the markup from an HTML page: services send error pages, sometimes even with status 200. */
export function toPlainText(text: string, length = 120): string {
  return text
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, length);
}

/** Parses a service's JSON. @throws SourceRefused with the beginning of the text if it is not JSON */
export function parseJson(text: string, service: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw refuseJson(text, service, error);
  }
}

/** Creates the refusal of text that is not JSON. */
export function refuseJson(text: string, service: string, cause: unknown): SourceRefused {
  const start = toPlainText(text) || 'it is empty';
  return new SourceRefused(`The response from ${service} is not JSON: ${start}.`, { cause });
}

/**
 * Parses a response, or the part of it at `place`, with its schema.
 * @throws SourceRefused with the first path that does not match
 */
export function parseResponse<S extends z.ZodMiniType>(
  schema: S,
  json: unknown,
  service: string,
  place: readonly (string | number)[] = [],
): z.output<S> {
  const read = z.safeParse(schema, json);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const path = [...place, ...(issue?.path ?? [])].join('.');
  throw new SourceRefused(
    `Unexpected response from ${service}: ${path || 'at the top level'}: ${issue?.message}.`,
  );
}
