import type { BasinSite } from '#contract/basin.ts';
import type { ParameterNdx } from '#domain/vocabulary.ts';
import { type Agency, createSource, type FetchContext } from '../../agency.ts';
import type { SourceTargets } from '../../basin/targets.ts';
import type { SourceSeries } from '../../source.ts';
import { codesOf, hasFieldMeasurements, parametersByCode } from './codes.ts';
import { mergeUsgsRows, type UsgsRow } from './merge-records.ts';
import { parseValuesPage } from './parse.ts';
import { parseNwisJson, parseNwisRdb } from './parse-nwis.ts';
import { fetchLegacyRows, fetchMonitoringLocations, fetchRecordInfos, fetchRows } from './requests.ts';

const sitesPerRequest = 5;

/**
 * The USGS Water Data API, with the legacy service as its fallback, and saved responses of either. Keys are site
 * numbers. Every page of a series is read before anything is written, so that a fault halfway changes nothing.
 */
const waterData: Agency = {
  title: 'USGS',
  source: 'usgs',
  batchSize: sitesPerRequest,
  pauseMs: 200,
  // An API key raises the rate limit.
  headers: (environment): Record<string, string> =>
    environment.USGS_API_KEY ? { 'x-api-key': environment.USGS_API_KEY } : {},
  keysForName: (name, keys) => {
    const number = name.trim().replace(/^USGS-/i, '');
    return keys.filter((key) => key === number);
  },
  parseText: (text, targets, since) =>
    mergeUsgsRows(parseSavedRows(text), createTargetLookup(targets), since),
  open: (context) => ({
    read: (sites) => fetchSeries(sites, context),
    fallback: async (site) => {
      const rows = await fetchLegacyRows(site, codesOf(parametersAt([site], context)), context);
      return mergeUsgsRows(rows, createTargetLookup(context.targets), context.first);
    },
  }),
};

export const usgs = createSource(waterData);

function createTargetLookup({ targetOf }: SourceTargets) {
  return (site: string, code: string) => targetOf(site, ...(parametersByCode[code] ?? []));
}

/** Parses a saved response of either service. */
function parseSavedRows(text: string): UsgsRow[] {
  const start = text.replace(/^\uFEFF/, '').trimStart();
  if (!start.startsWith('{')) return parseNwisRdb(text);
  return /"timeSeries"\s*:/.test(text) ? parseNwisJson(text) : parseValuesPage(text).rows;
}

/** Fetches daily means and, for wells, the field measurements as well. */
async function fetchSeries(sites: readonly string[], context: FetchContext): Promise<SourceSeries[]> {
  const wanted = parametersAt(sites, context);
  const daily = { sites, codes: codesOf(wanted) };
  const records = await fetchRecordInfos(daily, context);
  const known = new Set(records?.map((record) => record.siteAndCode));
  const sitesWithDaily = sites.filter(
    (site) => records === undefined || daily.codes.some((code) => known.has(`${site} ${code}`)),
  );
  const daysById = new Map(records?.map(({ id, days }) => [id, days]));
  const fieldQuery = {
    sites: sites.filter((site) => parametersAt([site], context).some(hasFieldMeasurements)),
    codes: codesOf(wanted.filter(hasFieldMeasurements)),
  };
  const rows = [
    ...(sitesWithDaily.length > 0
      ? await fetchRows('daily', { ...daily, sites: sitesWithDaily }, context)
      : []),
    ...(fieldQuery.sites.length > 0 ? await fetchRows('field-measurements', fieldQuery, context) : []),
  ];
  return [
    ...mergeUsgsRows(rows, createTargetLookup(context.targets), context.first, (record) =>
      daysById.get(record),
    ),
    ...(await fetchSiteDetails(sites, context)),
  ];
}

function parametersAt(sites: readonly string[], { targets }: FetchContext): ParameterNdx[] {
  return targets.all.filter(({ key }) => sites.includes(key)).map(({ parameter }) => parameter);
}

/** Fetches the elevation and HUC10 of sites for which the basin file leaves them out. */
async function fetchSiteDetails(sites: readonly string[], context: FetchContext): Promise<SourceSeries[]> {
  const bySite = new Map<string, BasinSite>(
    context.targets.all
      .filter(({ key, target: { site } }) => sites.includes(key) && isIncomplete(site))
      .map(({ key, target }) => [key, target.site]),
  );
  const locations = await fetchMonitoringLocations([...bySite.keys()], context);
  return locations.flatMap(({ number, ...details }): SourceSeries[] => {
    const site = bySite.get(number);
    return site ? [{ kind: 'place', name: number, site, ...details }] : [];
  });
}

const isIncomplete = ({ elevation_ft, huc10 }: BasinSite) =>
  elevation_ft === undefined || huc10 === undefined;
