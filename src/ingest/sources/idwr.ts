import { dayParts } from '#domain/calendar.ts';
import { type ParameterNdx, parameter } from '#domain/vocabulary.ts';
import { type Agency, joined, type Question, sourceOf } from '../agency.ts';
import type { SourceTargets } from '../basin/targets.ts';
import { readAccounting } from '../normalise/idwr-accounting.ts';
import type { SourceSeries } from '../source.ts';

const defaultAddress = 'https://research.idwr.idaho.gov/apps/Shared/WaterServices/Accounting';
/** The service answers a few years of a site quickly, many slowly. */
const yearsPerRequest = 10;

/** What a column of the accounting may be: a flow is kept as what the site is for. */
const parametersOf: Readonly<Record<string, readonly ParameterNdx[]>> = {
  'Flow (CFS)': [parameter.streamflow, parameter.diversion, parameter.returnFlow, parameter.recharge],
  'Reservoir Contents (Acre Ft)': [parameter.storage],
  'Reach Gain (CFS)': [parameter.reachGain],
};

/**
 * The water district's accounting: flows and storage out of its history, gains out of its model, where a reach is known
 * by the gage at its lower end. It says nothing of approval, so that all of it counts as provisional.
 */
const accounting: Agency = {
  title: 'IDWR Accounting',
  source: 'idwr',
  batchSize: 1,
  pause: 500,
  readText: (text, targets, since) => readAccounting(text, targetIn(targets), since),
  open: (question) => ({
    read: async ([site = '']) => {
      const wanted = question.targets.all.filter(({ key }) => key === site);
      const isGain = (each: { parameter: ParameterNdx }) => each.parameter === parameter.reachGain;
      return [
        ...(wanted.some((each) => !isGain(each)) ? await readYears(site, 'history', question) : []),
        ...(wanted.some(isGain) ? await readYears(site, 'model', question) : []),
      ];
    },
  }),
};

export const idwr = sourceOf(accounting);

function targetIn({ targetOf }: SourceTargets) {
  return (site: string, column: string) => targetOf(site, ...(parametersOf[column] ?? []));
}

/** A site's years, a few at a time. Of the model only the gain is wanted; the history has the flow. */
async function readYears(
  site: string,
  what: 'history' | 'model',
  { targets, first, last, ask, tools: { environment } }: Question,
): Promise<SourceSeries[]> {
  const [from, to] = [dayParts(first).year, dayParts(last).year];
  const years = Array.from({ length: to - from + 1 }, (_, at) => from + at);
  const parts: SourceSeries[] = [];
  for (let at = 0; at < years.length; at += yearsPerRequest) {
    const url = new URL(`${environment.IDWR_URL || defaultAddress}/${what}`);
    url.search = new URLSearchParams({
      siteid: site,
      yearlist: years.slice(at, at + yearsPerRequest).join(','),
      yeartype: 'CY',
      f: 'json',
    }).toString();
    parts.push(...(await ask(url.href, (text) => readAccounting(text, targetIn(targets), first))));
  }
  return joined(parts.filter(({ name }) => (what === 'model') === name.endsWith('Reach Gain (CFS)')));
}
