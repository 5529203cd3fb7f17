import { type DayNumber, dayOf, dayParts, formatDay } from '#domain/calendar.ts';
import { parameters } from '#domain/vocabulary.ts';
import { type Agency, joined, type Question, sourceOf } from '../agency.ts';
import type { SeriesTarget } from '../basin/targets.ts';
import {
  type AquaDataset,
  chooseDataset,
  isDaily,
  readAquaLocations,
  readAquaPoints,
} from '../normalise/aquainfo.ts';
import { SourceRefused, type SourceSeries } from '../source.ts';

const defaultAddress = 'https://research.idwr.idaho.gov/apps/hydrologic/aquainfo/api/telemetry';
/** Points every quarter of an hour are many; years of daily ones are few. */
const yearsPerRequest = { daily: 100, points: 1 };

/** IDWR's telemetry: wells and small streams by the location's identifier. */
const telemetry: Agency = {
  title: 'IDWR AquaInfo',
  source: 'aquainfo',
  batchSize: 1,
  pause: 500,
  readText: (text, { all }, since, site) => {
    const wanted = all.filter(({ key }) => key === site);
    const [only, ...more] = wanted;
    if (!only || more.length > 0) {
      throw new SourceRefused(
        'A saved answer does not say what it is of. Name with --sites a location that has one parameter.',
      );
    }
    return [readAquaPoints(text, nameOf(only), only.target, since)];
  },
  open: (question) => {
    let locations: Promise<ReadonlyMap<string, readonly AquaDataset[]>> | undefined;
    return {
      read: async ([site = '']) => {
        locations ??= question.ask(`${base(question)}/locations`, readAquaLocations);
        const datasets = (await locations).get(site);
        if (!datasets) throw new SourceRefused('The service has no location of that identifier.');
        const wanted = question.targets.all.filter(({ key }) => key === site);
        const series: SourceSeries[] = [];
        for (const each of wanted) series.push(...(await readDataset(each, datasets, question)));
        return series;
      },
    };
  },
};

export const aquainfo = sourceOf(telemetry);

const nameOf = ({ key, target }: SeriesTarget) =>
  `${key} ${parameters.find(({ ndx }) => ndx === target.parameter)?.name}`;
const base = ({ tools: { environment } }: Question) => environment.AQUAINFO_URL || defaultAddress;

/** The years of a parameter's dataset; nothing but a word where the location has none of it. */
async function readDataset(
  wanted: SeriesTarget,
  datasets: readonly AquaDataset[],
  question: Question,
): Promise<SourceSeries[]> {
  const { first, last, ask } = question;
  const dataset = chooseDataset(datasets, wanted.parameter);
  if (!dataset) {
    const there = datasets.map((each) => `${each.parameter} (${each.unit})`).join(', ');
    question.tools.onProgress(`Not there: ${nameOf(wanted)}. The location has: ${there || 'nothing'}`);
    return [];
  }
  const years = yearsPerRequest[isDaily(dataset) ? 'daily' : 'points'];
  const parts: SourceSeries[] = [];
  for (let start = first; start <= last; ) {
    const next = Math.min(dayOf(dayParts(start).year + years, 1, 1), last + 1);
    const url = address(dataset, start, next - 1, question);
    const part = await ask(url, (text) => readAquaPoints(text, nameOf(wanted), wanted.target, start));
    parts.push(within(part, next - 1));
    start = next;
  }
  return joined(parts);
}

/** Days as UTC begin and end within other days of Denver, so that a day more is asked for at either end. */
function address({ uniqueId }: AquaDataset, start: DayNumber, end: DayNumber, question: Question): string {
  const url = new URL(`${base(question)}/${uniqueId}`);
  url.searchParams.set('fromDate', `${formatDay(start)}T00:00:00.000Z`);
  url.searchParams.set('toDate', `${formatDay(end + 2)}T00:00:00.000Z`);
  return url.href;
}

function within(series: SourceSeries, end: DayNumber): SourceSeries {
  if (series.kind !== 'read') return series;
  return { ...series, readings: series.readings.filter(({ day }) => day <= end) };
}
