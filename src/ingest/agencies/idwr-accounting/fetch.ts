import { type ParameterNdx, parameterNdx } from '#domain/vocabulary.ts';
import { dayParts } from '#lib/calendar.ts';
import { type Agency, createSource, type FetchContext, mergeSeries } from '../../agency.ts';
import type { SourceTargets } from '../../basin/targets.ts';
import type { SourceSeries } from '../../source.ts';
import { parametersByColumn } from './codes.ts';
import { parseAccounting, parseAccountingCsv, parseAccountingFile } from './parse.ts';

const defaultAddress = 'https://research.idwr.idaho.gov/apps/Shared/WaterServices/Accounting';
/** The service is fast for a few years of a site and slow for many. */
const yearsPerRequest = 10;

/**
 * The water district's accounting: flows and storage from its history, reach gains from its model, which names a reach
 * by its downstream gage. It has no approval status, so every value counts as provisional.
 */
const accounting: Agency = {
  title: 'IDWR Accounting',
  source: 'idwr',
  batchSize: 1,
  pauseMs: 500,
  parseFile: async function* (file, { targets, since }) {
    const options = { targetOf: createTargetLookup(targets), since };
    if (/^\s*(?:[[{<]|$)/.test(file.head)) yield* parseAccountingFile(file, options);
    else yield* parseAccountingCsv(file, options);
  },
  open: (context) => ({
    read: async ([site = '']) => {
      const wanted = context.targets.all.filter(({ key }) => key === site);
      const isGain = (each: { parameter: ParameterNdx }) => each.parameter === parameterNdx.reachGain;
      return [
        ...(wanted.some((each) => !isGain(each)) ? await fetchYears(site, 'history', context) : []),
        ...(wanted.some(isGain) ? await fetchYears(site, 'model', context) : []),
      ];
    },
  }),
};

export const idwr = createSource(accounting);

function createTargetLookup({ targetOf }: SourceTargets) {
  return (site: string, column: string) => targetOf(site, ...(parametersByColumn[column] ?? []));
}

/** Fetches a site, a few years at a time. Uses only the gain of the model's columns; flows come from the history. */
async function fetchYears(
  site: string,
  dataset: 'history' | 'model',
  { targets, first, last, fetchWithRetry, tools: { environment } }: FetchContext,
): Promise<SourceSeries[]> {
  const [from, to] = [dayParts(first).year, dayParts(last).year];
  const years = Array.from({ length: to - from + 1 }, (_, at) => from + at);
  const chunks: SourceSeries[] = [];
  for (let at = 0; at < years.length; at += yearsPerRequest) {
    const url = new URL(`${environment.IDWR_URL || defaultAddress}/${dataset}`);
    url.search = new URLSearchParams({
      siteid: site,
      yearlist: years.slice(at, at + yearsPerRequest).join(','),
      yeartype: 'CY',
      f: 'json',
    }).toString();
    chunks.push(
      ...(await fetchWithRetry(url.href, (text) =>
        parseAccounting(text, { targetOf: createTargetLookup(targets), since: first }),
      )),
    );
  }
  return mergeSeries(chunks.filter(({ name }) => (dataset === 'model') === / reach gain\b/i.test(name)));
}
