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
    throw new SourceRefused(
      `The response from ${service} is not JSON: ${toPlainText(text) || 'it is empty'}.`,
      {
        cause: error,
      },
    );
  }
}

/** Parses a response with its schema. @throws SourceRefused with the first path that does not match */
export function parseResponse<S extends z.ZodMiniType>(
  schema: S,
  json: unknown,
  service: string,
): z.output<S> {
  const read = z.safeParse(schema, json);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new SourceRefused(
    `Unexpected response from ${service}: ${issue?.path.join('.') || 'at the top level'}: ${issue?.message}.`,
  );
}
