import { hash } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import { packageInfo } from '#server/package-info.ts';

/** An answer as it is compared: without what differs from run to run. */
export type DescribedResponse = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
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

/**
 * Describes an answer without what is volatile. The rows of an unordered one are in the order of their ids, which are random,
 * so they are sorted.
 */
export function describeResponse(
  answer: LightMyRequestResponse,
  { isUnordered = false } = {},
): DescribedResponse {
  const headers = headerNames.flatMap((name) => {
    const value = answer.headers[name];
    return value === undefined ? [] : [[name, stabilizeHeader(name, String(value))]];
  });
  return {
    status: answer.statusCode,
    headers: Object.fromEntries(headers),
    body: describeBody(answer, isUnordered),
  };
}

function describeBody(answer: LightMyRequestResponse, isUnordered: boolean): unknown {
  const type = String(answer.headers['content-type'] ?? '');
  if (!/json|text|xml|yaml|javascript/.test(type) && answer.rawPayload.length > 0) {
    return { bytes: answer.rawPayload.length, sha256: hash('sha256', answer.rawPayload) };
  }
  const text = stabilize(answer.payload);
  if (!/json/.test(type) || text === '') {
    const lines = text.split(/\r?\n/);
    return isUnordered ? lines.sort() : lines;
  }
  const body = sortKeys(JSON.parse(text));
  if (isUnordered && Array.isArray(body)) body.sort((one, other) => compare(toText(one), toText(other)));
  return body;
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
