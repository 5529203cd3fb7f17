import { readFileSync } from 'node:fs';
import { type Document, isMap, isNode, isPair, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';
import type * as z from 'zod/mini';
import { type Basin, sourceNames } from '#contract/basin.ts';
import { ConsistentBasin } from '#contract/basin-checks.ts';
import { toErrorMessage } from '#lib/errors.ts';

/** The basin file cannot be used; `message` has a line for each fault, with the file, its line and what is wanted. */
export class BadBasin extends Error {
  override name = 'BadBasin';
}

/** More would hide the first ones. */
const maxFaults = 20;

type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];
type Fault = { readonly offset: number; readonly message: string };

/**
 * Reads and checks the basin file of a portal.
 * @throws BadBasin
 */
export function readBasin(path: string): Basin {
  return parseBasin(readText(path), path);
}

/** @throws BadBasin, naming the text `path` */
export function parseBasin(text: string, path: string): Basin {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const toBadBasin = (faults: readonly Fault[]) => {
    const shown = faults
      .toSorted((one, other) => one.offset - other.offset)
      .slice(0, maxFaults)
      .map(({ offset, message }) => `${path}, line ${lines.linePos(offset).line || 1}: ${message}`);
    const more = faults.length - shown.length;
    return new BadBasin([...shown, ...(more > 0 ? [`… and ${more} more`] : [])].join('\n'));
  };
  if (document.errors.length > 0) {
    throw toBadBasin(document.errors.map(({ pos: [offset], message }) => ({ offset, message })));
  }
  const read = ConsistentBasin.safeParse(document.toJS());
  if (read.success) return read.data;
  throw toBadBasin(read.error.issues.flatMap((issue) => faultsOf(issue, document)));
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new BadBasin(`The basin file ${path} cannot be read (see BASIN_FILE): ${toErrorMessage(error)}`, {
      cause: error,
    });
  }
}

function faultsOf(issue: Issue, document: Document): Fault[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => faultAt([...issue.path, key], describeUnknownField(issue.path), document));
  }
  if (issue.code === 'invalid_union' && isMap(document.getIn(issue.path, true))) {
    // The last kind is the one with fields; its own words say what is wrong within.
    const inner = issue.errors.at(-1) ?? [];
    return inner.flatMap((each) => faultsOf({ ...each, path: [...issue.path, ...each.path] }, document));
  }
  return [faultAt(issue.path, isMissing(issue.path, document) ? 'is missing' : issue.message, document)];
}

/** A misspelled source is helped by a list, any other field stands in the guide. */
function describeUnknownField(within: Path): string {
  const [before, last] = [within.at(-2), within.at(-1)];
  if (before === 'series' || last === 'agencies') return `expected one of ${sourceNames.join(', ')}`;
  return 'unknown field; check its spelling';
}

function isMissing(path: Path, document: Document): boolean {
  return path.length > 0 && !document.hasIn(path);
}

function faultAt(path: Path, message: string, document: Document): Fault {
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

/** `site 13037500: huc8`, as a reader of the file would say it. */
function describePath(path: Path, document: Document): string {
  const [list, at, ...rest] = path;
  if (list !== 'sites' || at === undefined) return path.map(String).join(' ') || 'the file';
  const id: unknown = document.getIn([list, at, 'id']);
  return [`site ${id === undefined ? `number ${Number(at) + 1}` : String(id)}`, ...rest.map(String)].join(
    ' ',
  );
}
