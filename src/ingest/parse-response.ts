import * as z from 'zod/mini';
import { SourceRefused } from './source.ts';

/** What a page says, without its markup: services answer faults with pages, with status 200, too. */
export function toPlainText(text: string, length = 120): string {
  return text
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, length);
}

/** Reads JSON of a service. @throws SourceRefused for anything else, with what it says */
export function parseJson(text: string, service: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new SourceRefused(`This is no JSON of ${service}: ${toPlainText(text) || 'nothing there'}.`, {
      cause: error,
    });
  }
}

/** Reads an answer of the agreed form. @throws SourceRefused with the first place that is not so */
export function parseResponse<S extends z.ZodMiniType>(
  schema: S,
  json: unknown,
  service: string,
): z.output<S> {
  const read = z.safeParse(schema, json);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new SourceRefused(
    `This is no answer of ${service}: ${issue?.path.join('.') || 'the whole'}: ${issue?.message}.`,
  );
}
