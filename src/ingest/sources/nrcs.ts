import { formatDay } from '#domain/calendar.ts';
import { type Agency, type Question, sourceOf } from '../agency.ts';
import type { SeriesTarget, SourceTargets } from '../basin/targets.ts';
import { type AwdbReader, readAwdb } from '../normalise/awdb-json.ts';
import { readNrcsCsv } from '../normalise/nrcs-csv.ts';
import type { SourceSeries } from '../source.ts';
import { elementFor, elementOf, elements } from './nrcs-elements.ts';

const defaultAddress = 'https://wcc.sc.egov.usda.gov/awdbRestApi/services/v1/data';

/** NRCS's AWDB service, its saved answers, and the report generator's CSV. Keys are triplets, `546:ID:SNTL`. */
const awdb: Agency = {
  title: 'NRCS Snotel',
  source: 'nrcs',
  // Longer calls end in errors of the server.
  batchSize: 10,
  pause: 500,
  keysNamed: tripletsNamed,
  readText: (text, targets, since, site) => {
    const reader = readerOf(targets, since);
    if (/^\s*[[{]/.test(text.replace(/^\uFEFF/, ''))) return readAwdb(text, reader);
    const keys = targets.all.map(({ key }) => key);
    const tripletOf = (name: string) => tripletsNamed(name, keys)[0] ?? name.trim().toUpperCase();
    return readNrcsCsv(text, { elementOf, tripletOf, targetOf: reader.targetOf, site, since });
  },
  open: (question) => ({ read: (triplets) => read(triplets, question) }),
};

export const nrcs = sourceOf(awdb);

/** A site goes by its triplet, or by its number alone. */
function tripletsNamed(name: string, keys: readonly string[]): readonly string[] {
  const text = name.trim().toUpperCase();
  const found =
    keys.find((key) => key.toUpperCase() === text) ?? keys.find((key) => key.split(':')[0] === text);
  return found === undefined ? [] : [found];
}

function readerOf({ targetOf }: SourceTargets, since: number | undefined): AwdbReader {
  return {
    elements,
    since,
    targetOf: (triplet, element) => {
      const known = elements[element];
      return known && targetOf(triplet, known.ndx);
    },
  };
}

/** Daily values; where a station has none of an element, what stood at the end of each month. */
async function read(triplets: readonly string[], question: Question): Promise<SourceSeries[]> {
  const wanted = question.targets.all.filter(({ key }) => triplets.includes(key));
  const daily = await readAs('DAILY', wanted, question);
  const monthly = wanted.filter(
    (each) =>
      elements[elementFor(each.parameter) ?? '']?.isMonthEnd === true &&
      !daily.some((series) => series.kind !== 'unknown' && series.name === nameOf(each)),
  );
  return [...daily, ...(await readAs('MONTHLY', monthly, question))];
}

const nameOf = ({ key, parameter }: SeriesTarget) => `${key} ${elementFor(parameter) ?? ''}`;

async function readAs(
  duration: 'DAILY' | 'MONTHLY',
  wanted: readonly SeriesTarget[],
  { targets, first, last, ask, tools: { environment } }: Question,
): Promise<SourceSeries[]> {
  if (wanted.length === 0) return [];
  const url = new URL(environment.NRCS_URL || defaultAddress);
  url.search = new URLSearchParams({
    stationTriplets: [...new Set(wanted.map(({ key }) => key))].join(','),
    elements: [...new Set(wanted.flatMap(({ parameter }) => elementFor(parameter) ?? []))].join(','),
    duration,
    beginDate: formatDay(first),
    endDate: formatDay(last),
    returnFlags: 'true',
    // Otherwise what the agency doubts would be dropped without a word.
    returnSuspectData: 'true',
  }).toString();
  return ask(url.href, (text) => readAwdb(text, readerOf(targets, first)));
}
