import { readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { type Document, isMap, isNode, isPair, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';
import * as z from 'zod/mini';
import { type Basin, defaultBasinFile } from '#contract/basin/basin.ts';
import { ConsistentBasin } from '#contract/basin/basin-checks.ts';
import { type BasinShapes, basinShapesSchema } from '#contract/basin/basin-shapes.ts';
import { sourceNames } from '#domain/agencies.ts';
import { toErrorMessage } from '#lib/errors.ts';

/**
 * Reads and checks the basin file of a portal, and the file with the shapes of its map if it names one.
 * @throws BadBasin
 */
export function readBasin(file: string): Basin {
  const text = readText(
    file,
    (reason) => new BadBasin(`The basin file ${file} cannot be read (see BASIN_FILE): ${reason}`),
  );
  const { data, fault } = parseYaml(text, file, ConsistentBasin, describePath);
  if (data.map.shapes === undefined) return data;
  const shapesFile = path.join(path.dirname(file), data.map.shapes);
  const shapes = readText(shapesFile, (reason) =>
    fault(['map', 'shapes'], `${shapesFile} cannot be read: ${reason}`),
  );
  return { ...data, shapes: parseShapes(shapes, shapesFile, data.huc8s) };
}

/** Checks the text of a basin file, without the shapes of its map. @throws BadBasin, naming the text `file` */
export function parseBasin(text: string, file: string): Basin {
  return parseYaml(text, file, ConsistentBasin, describePath).data;
}

/** Checks the shapes of a basin with these HUC8s. @throws BadBasin, naming the text `file` */
export function parseShapes(text: string, file: string, huc8s: Basin['huc8s']): BasinShapes {
  return parseYaml(text, file, basinShapesSchema(huc8s)).data;
}

/** `site 13037500: huc8`, as a reader of the file would say it. */
function describePath(path: Path, document: Document): string {
  const [list, at, ...rest] = path;
  if (list !== 'sites' || at === undefined) return path.map(String).join(' ') || 'the file';
  const id: unknown = document.getIn([list, at, 'id']);
  return [`site ${id === undefined ? `number ${Number(at) + 1}` : String(id)}`, ...rest.map(String)].join(
    ' ',
  );
}

/** A file of the basin cannot be used; `message` has a line for each fault, with the file, its line and what is wanted. */
export class BadBasin extends Error {
  override name = 'BadBasin';
}

/** More would hide the first ones. */
const maxFaults = 20;

type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];
type Fault = { readonly offset: number; readonly message: string };
type DescribePath = (path: Path, document: Document) => string;

/** What a file holds. `fault` creates the error for something that is found only later. */
type ParsedYaml<T> = { readonly data: T; readonly fault: (path: Path, message: string) => BadBasin };

/**
 * Parses a file of the basin with its schema.
 * @throws BadBasin, naming the text `file`
 */
function parseYaml<S extends z.ZodMiniType>(
  text: string,
  file: string,
  schema: S,
  describePath: DescribePath = joinPath,
): ParsedYaml<z.output<S>> {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const toBadBasin = (faults: readonly Fault[]) => {
    const shown = faults
      .toSorted((one, other) => one.offset - other.offset)
      .slice(0, maxFaults)
      .map(({ offset, message }) => `${file}, line ${lines.linePos(offset).line || 1}: ${message}`);
    const more = faults.length - shown.length;
    return new BadBasin([...shown, ...(more > 0 ? [`… and ${more} more`] : [])].join('\n'));
  };
  if (document.errors.length > 0) {
    throw toBadBasin(document.errors.map(({ pos: [offset], message }) => ({ offset, message })));
  }
  const read = z.safeParse(schema, document.toJS());
  if (!read.success) {
    throw toBadBasin(read.error.issues.flatMap((issue) => faultsOf(issue, document, describePath)));
  }
  return {
    data: read.data,
    fault: (path, message) => toBadBasin([faultAt(path, message, document, describePath)]),
  };
}

/** `rivers 3 rank`; the place of an item counts from 0. */
const joinPath: DescribePath = (path) => path.map(String).join(' ') || 'the file';

/** Reads a file. @throws BadBasin from `toError` and the reason */
function readText(path: string, toError: (reason: string) => BadBasin): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw toError(toErrorMessage(error));
  }
}

function faultsOf(issue: Issue, document: Document, describePath: DescribePath): Fault[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) =>
      faultAt([...issue.path, key], describeUnknownField(issue.path), document, describePath),
    );
  }
  if (issue.code === 'invalid_union' && isMap(document.getIn(issue.path, true))) {
    // The last kind is the one with fields; its own words say what is wrong within.
    const inner = issue.errors.at(-1) ?? [];
    return inner.flatMap((each) =>
      faultsOf({ ...each, path: [...issue.path, ...each.path] }, document, describePath),
    );
  }
  const message = issue.path.length > 0 && !document.hasIn(issue.path) ? 'is missing' : issue.message;
  return [faultAt(issue.path, message, document, describePath)];
}

/** A misspelled source is helped by a list, any other field stands in the guide. */
function describeUnknownField(within: Path): string {
  const [before, last] = [within.at(-2), within.at(-1)];
  if (before === 'series' || last === 'agencies') return `expected one of ${sourceNames.join(', ')}`;
  return 'unknown field; check its spelling';
}

function faultAt(path: Path, message: string, document: Document, describePath: DescribePath): Fault {
  return { offset: offsetOf(path, document), message: `${describePath(path, document)}: ${message}` };
}

/** Where the path leads, or as far toward it as the file goes; a field is where its name stands. */
function offsetOf(path: Path, document: Document): number {
  let node: unknown = document.contents;
  let offset = 0;
  for (const step of path) {
    if (isNode(node)) offset = node.range?.[0] ?? offset;
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(step));
      if (!isPair(pair)) return offset;
      if (isNode(pair.key)) offset = pair.key.range?.[0] ?? offset;
      node = pair.value;
    } else if (isSeq(node)) {
      node = node.items[Number(step)];
      if (isNode(node)) offset = node.range?.[0] ?? offset;
    } else return offset;
  }
  return offset;
}

// Runs when the pages are built, never in a browser.

/** The path of the basin file, from the setting BASIN_FILE; an empty setting counts as unset. */
export const portalBasinPath = (): string => process.env.BASIN_FILE || defaultBasinFile;

/** Reads the portal's basin file. @throws BadBasin */
export const readPortalBasin = (): Basin => readBasin(portalBasinPath());
