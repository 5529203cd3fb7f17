import type { BasinSite } from '#contract/basin.ts';
import type { ParameterNdx } from '#domain/vocabulary.ts';
import { type Agency, type Question, sourceOf } from '../agency.ts';
import type { SourceTargets } from '../basin/targets.ts';
import { readNwisJson, readNwisRdb } from '../normalise/usgs-nwis.ts';
import { readOgcPage } from '../normalise/usgs-ogc.ts';
import { type UsgsRow, usgsSeries } from '../normalise/usgs-rows.ts';
import type { SourceSeries } from '../source.ts';
import { codesOf, isMeasured, parametersOf } from './usgs-codes.ts';
import { askLegacy, askPlaces, askRecords, askRows } from './usgs-service.ts';

const sitesPerRequest = 5;

/**
 * USGS: the Water Data API, with the legacy service where it cannot be had, and saved answers of either. Keys are site
 * numbers. Series are read whole before they are given, so that a fault in their midst leaves what was there.
 */
const waterData: Agency = {
  title: 'USGS',
  source: 'usgs',
  batchSize: sitesPerRequest,
  pause: 200,
  // With a key of its own a portal may ask more often.
  headers: (environment): Record<string, string> =>
    environment.USGS_API_KEY ? { 'x-api-key': environment.USGS_API_KEY } : {},
  keysNamed: (name, keys) => {
    const number = name.trim().replace(/^USGS-/i, '');
    return keys.filter((key) => key === number);
  },
  readText: (text, targets, since) => usgsSeries(rowsOf(text), targetIn(targets), since),
  open: (question) => ({
    read: (sites) => read(sites, question),
    fallback: async (site) => {
      const rows = await askLegacy(site, codesOf(parametersAt([site], question)), question);
      return usgsSeries(rows, targetIn(question.targets), question.first);
    },
  }),
};

export const usgs = sourceOf(waterData);

function targetIn({ targetOf }: SourceTargets) {
  return (site: string, code: string) => targetOf(site, ...(parametersOf[code] ?? []));
}

/** A saved answer of either service. */
function rowsOf(text: string): UsgsRow[] {
  const start = text.replace(/^\uFEFF/, '').trimStart();
  if (!start.startsWith('{')) return readNwisRdb(text);
  return /"timeSeries"\s*:/.test(text) ? readNwisJson(text) : readOgcPage(text).rows;
}

/** Gages have daily means; a well's record is what its recorder kept and what people measured at it. */
async function read(sites: readonly string[], question: Question): Promise<SourceSeries[]> {
  const wanted = parametersAt(sites, question);
  const daily = { sites, codes: codesOf(wanted) };
  const records = await askRecords(daily, question);
  const known = new Set(records?.map((record) => record.of));
  const recorded = sites.filter(
    (site) => records === undefined || daily.codes.some((code) => known.has(`${site} ${code}`)),
  );
  const lengths = new Map(records?.map(({ id, days }) => [id, days]));
  const byHand = {
    sites: sites.filter((site) => parametersAt([site], question).some(isMeasured)),
    codes: codesOf(wanted.filter(isMeasured)),
  };
  const rows = [
    ...(recorded.length > 0 ? await askRows('daily', { ...daily, sites: recorded }, question) : []),
    ...(byHand.sites.length > 0 ? await askRows('field-measurements', byHand, question) : []),
  ];
  return [
    ...usgsSeries(rows, targetIn(question.targets), question.first, (record) => lengths.get(record)),
    ...(await readPlaces(sites, question)),
  ];
}

function parametersAt(sites: readonly string[], { targets }: Question): ParameterNdx[] {
  return targets.all.filter(({ key }) => sites.includes(key)).map(({ parameter }) => parameter);
}

/** What the basin file does not say of sites. */
async function readPlaces(sites: readonly string[], question: Question): Promise<SourceSeries[]> {
  const bySite = new Map<string, BasinSite>(
    question.targets.all
      .filter(({ key, target: { site } }) => sites.includes(key) && isIncomplete(site))
      .map(({ key, target }) => [key, target.site]),
  );
  const places = await askPlaces([...bySite.keys()], question);
  return places.flatMap(({ number, ...place }): SourceSeries[] => {
    const site = bySite.get(number);
    return site ? [{ kind: 'place', name: number, site, ...place }] : [];
  });
}

const isIncomplete = ({ elevation_ft, huc10 }: BasinSite) =>
  elevation_ft === undefined || huc10 === undefined;
