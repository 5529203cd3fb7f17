import { hash } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import { packageInfo } from '#server/package-info.ts';

/** An answer as it is stored: whole if it is short, otherwise its head, with the size and the hash of the whole. */
export type DescribedResponse = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly characters?: number;
  readonly sha256?: string;
  body: unknown;
};

const headerNames = [
  'content-type',
  'content-disposition',
  'cache-control',
  'etag',
  'last-modified',
  'accept-ranges',
  'location',
  'vary',
  'allow',
  'www-authenticate',
  'x-robots-tag',
];

/** What differs from run to run or from version to version: `[pattern, what stands for it]`. */
const volatile: readonly (readonly [RegExp, string])[] = [
  [/\b[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\b/g, '<uuid>'],
  [/\busrb_[\w-]+/g, '<token>'],
  // The clock of the requests that change something; it stands still otherwise.
  [/2026-05-15T18:[\d:.]+Z/g, '<now>'],
  [/"(n|kid|next_at)":"[^"]+"/g, '"$1":"<$1>"'],
  [/"uptime_seconds":\d+/, '"uptime_seconds":"<seconds>"'],
];

const stabilize = (text: string) =>
  volatile.reduce(
    (stable, [pattern, replacement]) => stable.replace(pattern, replacement),
    text.replaceAll(`"version":"${packageInfo.version}"`, '"version":"<version>"'),
  );

const wholeLength = 1000;
const shown = { total: 3000, items: 2, keys: 30, lines: 8, characters: 160 };

/**
 * Describes an answer without what is volatile. `whole` is its body for a comparison by hand. The rows of an unordered one
 * are in the order of their ids, which are random, so they are sorted.
 */
export function describeResponse(
  answer: LightMyRequestResponse,
  { isUnordered = false } = {},
): { described: DescribedResponse; whole: unknown } {
  const { whole, head } = describeBody(answer, isUnordered);
  const text = typeof whole === 'string' ? whole : toText(whole);
  const headers = headerNames.flatMap((name) => {
    const value = answer.headers[name];
    return value === undefined ? [] : [[name, stabilizeHeader(name, String(value))]];
  });
  const size = text.length > wholeLength && { characters: text.length, sha256: hash('sha256', text) };
  const body = text.length > wholeLength ? head : typeof whole === 'string' ? toLines(whole) : whole;
  return {
    whole,
    described: { status: answer.statusCode, headers: Object.fromEntries(headers), ...size, body },
  };
}

function describeBody(
  answer: LightMyRequestResponse,
  isUnordered: boolean,
): { whole: unknown; head: unknown } {
  const type = String(answer.headers['content-type'] ?? '');
  if (type === 'image/png') {
    const [width, height] = [answer.rawPayload.readUInt32BE(16), answer.rawPayload.readUInt32BE(20)];
    // Its pixels depend on the machine.
    return { whole: { width, height }, head: undefined };
  }
  if (!/json|text|xml|yaml|javascript/.test(type) && answer.rawPayload.length > 0) {
    const file = { bytes: answer.rawPayload.length, sha256: hash('sha256', answer.rawPayload) };
    return { whole: file, head: undefined };
  }
  const text = stabilize(answer.payload);
  if (!/json/.test(type) || text === '') {
    const whole = isUnordered ? text.split('\n').sort().join('\n') : text;
    return { whole, head: toLines(whole) };
  }
  const whole = sortKeys(JSON.parse(text));
  if (isUnordered && Array.isArray(whole)) whole.sort((one, other) => compare(toText(one), toText(other)));
  return { whole, head: shorten(whole) };
}

/** The tag changes with the version of the data, and with the portal's. */
function stabilizeHeader(name: string, value: string): string {
  return name === 'etag' ? value.replace(/"[^"]*"/, '"<tag>"') : stabilize(value);
}

const toText = (value: unknown) => JSON.stringify(value);
const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

/** The order of keys means nothing. */
function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toSorted(([one], [other]) => compare(one, other));
  return Object.fromEntries(entries.map(([key, each]) => [key, sortKeys(each)]));
}

/** The head of a long answer, as deep as there is room for. */
function shorten(value: unknown): unknown {
  for (let depth = 8; depth > 2; depth -= 1) {
    const head = cut(value, depth);
    if (toText(head).length <= shown.total) return head;
  }
  return cut(value, 2);
}

function cut(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return shortenText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    if (depth === 0) return `[${value.length}]`;
    return withRest(
      value.slice(0, shown.items).map((each) => cut(each, depth - 1)),
      value.length,
    );
  }
  const entries = Object.entries(value);
  if (depth === 0) return `{${entries.length}}`;
  const head = entries.slice(0, shown.keys).map(([key, each]) => [key, cut(each, depth - 1)]);
  const rest = entries.length - head.length;
  return Object.fromEntries(rest > 0 ? [...head, ['…', `${rest} more`]] : head);
}

const toLines = (text: string) => {
  const lines = text.split(/\r?\n/);
  return lines.length === 1
    ? shortenText(text)
    : withRest(lines.slice(0, shown.lines).map(shortenText), lines.length);
};
const shortenText = (text: string) =>
  text.length > shown.characters ? `${text.slice(0, shown.characters)}…` : text;
const withRest = (head: readonly unknown[], count: number) =>
  count > head.length ? [...head, `… ${count - head.length} more`] : head;
