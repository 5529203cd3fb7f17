import { formatDay } from '#lib/calendar.ts';
import { type Agency, createSource, type FetchContext } from '../../agency.ts';
import type { SourceTargets } from '../../basin/targets.ts';
import { toResponseParser } from '../../read-source-file.ts';
import type { SourceSeries } from '../../source.ts';
import { elementOfParameter, elements } from './codes.ts';
import { type AwdbOptions, parseAwdb, parseReportCsv } from './parse.ts';

export const defaultAddress = 'https://wcc.sc.egov.usda.gov/awdbRestApi/services/v1/data';

/** NRCS's AWDB service, its saved responses, and CSV of its report generator. Keys are triplets, `546:ID:SNTL`. */
const awdb: Agency = {
  title: 'NRCS Snotel',
  source: 'nrcs',
  // Larger requests end in server errors.
  batchSize: 10,
  pauseMs: 500,
  keysForName: tripletsForName,
  parseFile: async function* (file, { targets, since, site }) {
    const options = awdbOptions(targets, since);
    if (/^\s*[[{]/.test(file.head)) yield* parseAwdb(file, options);
    else yield* parseReportCsv(file, { ...options, tripletOf: createTripletLookup(targets), site });
  },
  open: (context) => ({ read: (triplets) => fetchSeries(triplets, context) }),
};

export const nrcs = createSource(awdb);

/** Finds a site by its triplet or by only its number: `546:ID:SNTL` or `546`. */
function tripletsForName(name: string, keys: readonly string[]): readonly string[] {
  const text = name.trim().toUpperCase();
  const found =
    keys.find((key) => key.toUpperCase() === text) ?? keys.find((key) => key.split(':')[0] === text);
  return found === undefined ? [] : [found];
}

/** Finds the triplet for a name in a report. */
function createTripletLookup({ all }: SourceTargets): (name: string) => string {
  const keys = all.map(({ key }) => key);
  return (name) => tripletsForName(name, keys)[0] ?? name.trim().toUpperCase();
}

function awdbOptions({ targetOf }: SourceTargets, since: number | undefined): AwdbOptions {
  return {
    since,
    targetOf: (triplet, element) => {
      const known = elements[element];
      return known && targetOf(triplet, known.ndx);
    },
  };
}

/** Fetches daily values of some stations. */
async function fetchSeries(
  triplets: readonly string[],
  { targets, first, last, fetchWithRetry, tools: { environment } }: FetchContext,
): Promise<SourceSeries[]> {
  const wanted = targets.all.filter(({ key }) => triplets.includes(key));
  const url = new URL(environment.NRCS_URL || defaultAddress);
  url.search = new URLSearchParams({
    stationTriplets: [...new Set(wanted.map(({ key }) => key))].join(','),
    elements: [...new Set(wanted.flatMap(({ parameter }) => elementOfParameter(parameter) ?? []))].join(','),
    duration: 'DAILY',
    beginDate: formatDay(first),
    endDate: formatDay(last),
    returnFlags: 'true',
    // Otherwise the service silently drops suspect values.
    returnSuspectData: 'true',
  }).toString();
  const options = awdbOptions(targets, first);
  return fetchWithRetry(
    url.href,
    toResponseParser((file) => parseAwdb(file, options)),
  );
}
