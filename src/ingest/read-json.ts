import { JSONParser } from '@streamparser/json';
import { refuseJson } from './parse-response.ts';
import { SourceRefused, type SourceText } from './source.ts';

/** An element of an array, with its place from 0; `array` is the key of its array. */
export type JsonElement = { readonly value: unknown; readonly at: number; readonly array: unknown };

export type JsonOptions = {
  /** Which elements to read, e.g. `$.features.*`. */
  readonly paths: readonly string[];
  /** The service that is named in messages. */
  readonly service: string;
};

/**
 * Reads a saved response of any size, one element after the other. Returns how many there were: none also if the paths
 * do not lead to an array. JSON that breaks off is refused after its last whole element was passed on, so nothing may
 * be written before the end.
 * @throws SourceRefused if the text is not JSON
 */
export async function readJsonElements(
  file: SourceText,
  { paths, service }: JsonOptions,
  onElement: (element: JsonElement) => void,
): Promise<number> {
  // Values that are not requested are forgotten at once.
  const parser = new JSONParser({ paths: [...paths], keepStack: false });
  let count = 0;
  let found: JsonElement[] = [];
  parser.onValue = ({ value, key, stack }) => {
    // A path leads to the members of an object, too.
    if (typeof key === 'number') found.push({ value, at: key, array: stack.at(-1)?.key });
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
