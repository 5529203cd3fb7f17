import { JSONParser } from '@streamparser/json';
import * as z from 'zod/mini';
import { SourceRefused, type SourceText } from '../source.ts';

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
function refuseJson(text: string, service: string, cause: unknown): SourceRefused {
  const start = toPlainText(text) || 'it is empty';
  return new SourceRefused(`The response from ${service} is not JSON: ${start}.`, { cause });
}

/** Where services write why they do not answer with values. */
const faultFields = ['message', 'description', 'detail', 'title', 'code', 'error'];

/** Returns the error that a service reports in a response, if it is one; some do so with status 200. */
export function parseServiceFault(json: unknown, service: string): SourceRefused | undefined {
  const said = textOfFault(json);
  if (said === undefined) return undefined;
  const subject = service.charAt(0).toUpperCase() + service.slice(1);
  return new SourceRefused(`${subject} answered: ${said.replace(/\.$/, '')}.`);
}

function textOfFault(json: unknown): string | undefined {
  const read = z.safeParse(z.record(z.string(), z.unknown()), json);
  if (!read.success) return undefined;
  const fields = new Map(Object.entries(read.data).map(([name, value]) => [name.toLowerCase(), value]));
  for (const name of faultFields) {
    const value = fields.get(name);
    const text = typeof value === 'string' ? toPlainText(value, 160) : textOfFault(value);
    if (text) return text;
  }
  return undefined;
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
  const fault = place.length === 0 ? parseServiceFault(json, service) : undefined;
  if (fault) throw fault;
  const [issue] = read.error.issues;
  const path = [...place, ...(issue?.path ?? [])].join('.');
  throw new SourceRefused(
    `Unexpected response from ${service}: ${path || 'at the top level'}: ${issue?.message}.`,
  );
}

/** An element of an array, with its place from 0; `array` is the key of its array. */
type JsonElement = { readonly value: unknown; readonly at: number; readonly array: unknown };

type ListOptions = {
  /** Where the elements are, e.g. `$.features.*`. */
  readonly path: string;
  /** The service that is named in messages. */
  readonly service: string;
  /** Finds the list in the whole response. @throws SourceRefused if there is none */
  readonly listOf: (json: unknown) => readonly unknown[];
};

/**
 * Reads the elements of the list in a response; a saved one may have any size.
 * @throws SourceRefused if the text is not JSON, or has no such list
 */
export async function readJsonList(
  file: SourceText,
  { path, service, listOf }: ListOptions,
  onElement: (element: unknown, at: number) => void,
): Promise<void> {
  if (!file.isInMemory) {
    const count = await readJsonElements(file, { paths: [path], service }, ({ value, at }) =>
      onElement(value, at),
    );
    if (count > 0) return;
  }
  for (const [at, element] of listOf(parseJson(await file.text(), service)).entries()) onElement(element, at);
}

type JsonOptions = {
  /** Which elements to read, e.g. `$.features.*`. */
  readonly paths: readonly string[];
  /** The service that is named in messages. */
  readonly service: string;
  /** Called with the members of objects that the paths lead to, e.g. `$.exceededTransferLimit`. */
  readonly onMember?: (name: string, value: unknown) => void;
};

/**
 * Reads a saved response of any size, one element after the other. Returns how many there were: none also if the paths
 * do not lead to an array. JSON that breaks off is refused after its last whole element was passed on, so nothing may
 * be written before the end.
 * @throws SourceRefused if the text is not JSON
 */
export async function readJsonElements(
  file: SourceText,
  { paths, service, onMember = () => {} }: JsonOptions,
  onElement: (element: JsonElement) => void,
): Promise<number> {
  // Values that are not requested are forgotten at once.
  const parser = new JSONParser({ paths: [...paths], keepStack: false });
  let count = 0;
  let found: JsonElement[] = [];
  parser.onValue = ({ value, key, stack }) => {
    // A path leads to the members of an object, too.
    if (typeof key === 'string') onMember(key, value);
    else if (key !== undefined) found.push({ value, at: key, array: stack.at(-1)?.key });
  };
  for await (const chunk of file.chunks()) {
    try {
      parser.write(chunk);
    } catch (error) {
      throw refuseJson(file.head, service, error);
    }
    count += found.length;
    for (const element of found) onElement(element);
    found = [];
  }
  try {
    if (!parser.isEnded) parser.end();
  } catch (cause) {
    const refusal = refuseJson(file.head, service, cause);
    throw new SourceRefused(
      `${refusal.message} It breaks off after ${count} whole elements, and none of them was imported. Save the file again.`,
      { cause },
    );
  }
  return count;
}
