import { featureContracts } from '#features/contracts.ts';
import * as account from './account/account.ts';
import * as dailyData from './daily-data.ts';
import type { Endpoint } from './endpoint.ts';
import * as files from './files.ts';
import * as headline from './headline.ts';
import * as publicMap from './public-map.ts';
import * as lookups from './records/lookups.ts';
import * as waterYear from './season/water-year.ts';
import * as siteCards from './site-cards.ts';
import * as siteLatest from './site-latest.ts';
import * as system from './system.ts';
import * as timeSeries from './time-series.ts';

/** The modules of each subject, in the order of the API reference. A call is named like the constant that holds it. */
const modulesBySubject = {
  System: [system],
  'Public map': [headline, publicMap, siteLatest],
  'Time series': [timeSeries, dailyData],
  Basket: [siteCards],
  'Water year': [waterYear],
  'Content records': [lookups],
  Files: [files],
  Account: [account],
};

type Listed = { readonly name: string; readonly subject: string; readonly endpoint: Endpoint };

function listCalls(subject: string, modules: readonly object[]): readonly Listed[] {
  return modules.flatMap((module) =>
    Object.entries({ ...module }).flatMap(([name, value]) =>
      isEndpoint(value) ? [{ name, subject, endpoint: value }] : [],
    ),
  );
}

const listed: readonly Listed[] = [
  ...Object.entries(modulesBySubject).flatMap(([subject, modules]) => listCalls(subject, modules)),
  ...featureContracts.flatMap(({ subject, module }) => listCalls(subject, [module])),
];
const subjectsApart = new Set(featureContracts.flatMap(({ isApart, subject }) => (isApart ? [subject] : [])));

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'path' in value && 'access' in value;
}

/** Every call of the API except those of the content models, which derive from config/models, and those described apart. */
export const endpoints: readonly Endpoint[] = listed
  .filter(({ subject }) => !subjectsApart.has(subject))
  .map(({ endpoint }) => endpoint);

const byEndpoint = new Map(listed.map((each) => [each.endpoint, each]));

/** The name of a call, which is its operation in OpenAPI. */
export function nameOf(endpoint: Endpoint): string {
  return endpoint.name ?? byEndpoint.get(endpoint)?.name ?? endpoint.path;
}

/** What a call is about. */
export function subjectOf(endpoint: Endpoint): string {
  return endpoint.subject ?? byEndpoint.get(endpoint)?.subject ?? 'Other';
}
