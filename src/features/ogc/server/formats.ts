import type { Endpoint } from '#contract/endpoint.ts';
import { parseWeights } from '#server/http/cached-body.ts';
import { badInput, HttpProblem } from '#server/http/problems.ts';
import { type Link, listItems, listLocations, readItem, readLocation, readOgcApi } from '../contract.ts';

export type Format = {
  /** What `f` says, in any case; the first is that of the documents. */
  readonly names: readonly [string, ...string[]];
  readonly type: string;
  /** Other media types that it satisfies. */
  readonly otherTypes?: readonly string[];
};

const json = 'application/json';

export const jsonFormat: Format = { names: ['JSON'], type: json };
export const openapiFormat: Format = {
  names: ['JSON'],
  type: 'application/vnd.oai.openapi+json;version=3.0',
  otherTypes: [json],
};
export const geoJsonFormat: Format = {
  names: ['GeoJSON', 'JSON'],
  type: 'application/geo+json',
  otherTypes: [json],
};
export const coverageFormat: Format = {
  names: ['CoverageJSON'],
  type: 'application/prs.coverage+json',
  otherTypes: ['application/vnd.cov+json', json],
};
export const csvFormat: Format = { names: ['CSV'], type: 'text/csv' };

type Formats = readonly [Format, ...Format[]];

const otherFormats = new Map<Endpoint, Formats>([
  [readOgcApi, [openapiFormat]],
  [listItems, [geoJsonFormat]],
  [readItem, [geoJsonFormat]],
  [listLocations, [geoJsonFormat]],
  [readLocation, [coverageFormat, csvFormat]],
]);

/** The formats of an endpoint, the default one first. */
export function formatsOf(endpoint: Endpoint): Formats {
  return otherFormats.get(endpoint) ?? [jsonFormat];
}

/**
 * Chooses a format by `f`, or else by the Accept header, or else the first one.
 * @throws HttpProblem 400 for an `f` that there is not, 406 where nothing is acceptable
 */
export function chooseFormat(
  formats: Formats,
  { f, accept }: { f: string | undefined; accept: string | undefined },
): Format {
  const offer = formats.map(({ names: [name] }) => name).join(' or ');
  if (f !== undefined) {
    const named = formats.find(({ names }) => names.some((name) => name.toLowerCase() === f.toLowerCase()));
    if (!named) throw badInput('query.f', `There is no format ${f} here. Ask for f=${offer}.`);
    return named;
  }
  if (accept === undefined || accept.trim() === '') return formats[0];
  const ranges = parseWeights(accept);
  let best: { format: Format; weight: number } | undefined;
  for (const format of formats) {
    const weight = weightOf(format, ranges);
    if (weight > (best?.weight ?? 0)) best = { format, weight };
  }
  if (best) return best.format;
  throw new HttpProblem(
    406,
    `This is sent as ${formats.map(({ type }) => type).join(' or ')} only. There are no pages of HTML here.`,
  );
}

/** The weight of the most specific range that a format satisfies (RFC 9110, 12.5.1); 0 for none. */
function weightOf({ type, otherTypes = [] }: Format, ranges: ReadonlyMap<string, number>): number {
  const types = [type, ...otherTypes].map((each) => each.replace(/;.*/, ''));
  const candidates = [...types, ...types.map((each) => each.replace(/\/.*/, '/*')), '*/*'];
  const best = candidates.find((each) => ranges.has(each));
  return best === undefined ? 0 : (ranges.get(best) ?? 0);
}

export type Addresses = {
  /** Where the API answers. */
  readonly api: string;
  /** Where people open the portal. */
  readonly portal: string;
};

type Query = Readonly<Record<string, string | undefined>>;

/** Writes the address of a resource: `['sites', 'items']` of `collections` with its query. */
export function hrefOf({ api }: Addresses, path: readonly string[], query: Query = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, value);
  const address = [`${api}/ogc`, ...path.map(encodeURIComponent)].join('/');
  return search.size > 0 ? `${address}?${search}` : address;
}

export function linkTo(rel: string, href: string, type: string, title?: string): Link {
  return { href, rel, type, ...(title !== undefined && { title }) };
}
