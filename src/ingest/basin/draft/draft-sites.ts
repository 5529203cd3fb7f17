import * as z from 'zod/mini';
import { parameterNdx, parameters } from '#domain/vocabulary.ts';
import { defaultAddress, elements } from '../../agencies/nrcs.ts';
import { parametersByCode } from '../../agencies/usgs/codes.ts';
import { createRetryingFetch } from '../../http-retry.ts';
import { parseJson, parseResponse } from '../../parse-response.ts';
import type { SourceTools } from '../../source.ts';
import type { UsgsDailyRecord, UsgsLocation } from './usgs-sites.ts';

/** A site of a drafted basin file. */
export type DraftSite = {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly provider: 'USGS' | 'NRCS Snotel';
  readonly lat: number;
  readonly lon: number;
  readonly elevationFt: number | undefined;
  readonly huc8: string;
  readonly huc10: string | undefined;
  /** The names of its parameters. */
  readonly parameters: readonly string[];
  readonly source: 'usgs' | 'nrcs';
  /** E.g. `Streamflow 1910-10-01 to 2026-03-08`. */
  readonly records: readonly string[];
};

/** A site, or the reason why it is left out. */
type Drafted = { readonly site: DraftSite } | { readonly leftOut: string };

/** The portal's types by the beginning of the USGS code of a site; the first that fits counts. */
const typesByCode: readonly (readonly [code: string, type: string])[] = [
  ['ST-CA', 'Diversion'],
  ['ST-DCH', 'Diversion'],
  ['FA-DV', 'Diversion'],
  ['ST', 'Stream Gage'],
  ['LK', 'Reservoir'],
  ['SP', 'Spring'],
  ['GW', 'Non-Sentinel Well'],
  ['AT', 'Weather Station'],
];

/** Converts a monitoring location with its records. `huc8s` are the codes of the basin. */
export function draftUsgsSite(
  location: UsgsLocation,
  records: readonly UsgsDailyRecord[],
  huc8s: ReadonlySet<string>,
): Drafted {
  const { id, name, elevationFt, hydrologicUnit, lat, lon } = location;
  if (records.length === 0) return { leftOut: 'USGS locations without daily means of these parameters' };
  const number = /^USGS-(\d{8,15})$/.exec(id)?.[1];
  if (number === undefined) return { leftOut: 'locations of other agencies in the USGS service' };
  const type = typesByCode.find(([code]) => location.type.startsWith(code))?.[1];
  if (type === undefined) return { leftOut: `USGS locations of type ${location.type || 'unknown'}` };
  const place = toPlace(lat, lon, hydrologicUnit, huc8s);
  if (place === undefined) return { leftOut: 'USGS locations without coordinates or HUC8' };
  const byParameter = Map.groupBy(records, ({ code }) => parameterOf(code, type));
  return {
    site: {
      ...place,
      id: number,
      name,
      type,
      provider: 'USGS',
      elevationFt,
      parameters: [...byParameter.keys()],
      source: 'usgs',
      records: [...byParameter].map(([parameter, same]) => `${parameter} ${describePeriod(same)}`),
    },
  };
}

/** Converts a SNOTEL station. */
export function draftNrcsSite(station: NrcsStation, huc8s: ReadonlySet<string>): Drafted {
  const { stationTriplet, name, latitude, longitude, huc, elevation } = station;
  const known = (station.stationElements ?? []).flatMap(({ elementCode, beginDate }) => {
    const ndx = elements[elementCode]?.ndx;
    return ndx === undefined ? [] : [{ parameter: nameOf(ndx), begin: beginDate?.slice(0, 10) }];
  });
  const byParameter = Map.groupBy(known, ({ parameter }) => parameter);
  if (byParameter.size === 0) return { leftOut: 'SNOTEL stations without daily values of these parameters' };
  const place = toPlace(latitude ?? undefined, longitude ?? undefined, huc ?? '', huc8s);
  if (place === undefined) return { leftOut: 'SNOTEL stations without coordinates or HUC8' };
  return {
    site: {
      ...place,
      id: stationTriplet,
      name: name.trim() || stationTriplet,
      type: 'SNOTEL',
      provider: 'NRCS Snotel',
      elevationFt: elevation ?? undefined,
      parameters: [...byParameter.keys()],
      source: 'nrcs',
      records: [...byParameter].map(
        ([parameter, [first]]) => `${parameter} since ${first?.begin ?? 'an unknown day'}`,
      ),
    },
  };
}

function toPlace(
  lat: number | undefined,
  lon: number | undefined,
  unit: string,
  huc8s: ReadonlySet<string>,
): Pick<DraftSite, 'lat' | 'lon' | 'huc8' | 'huc10'> | undefined {
  const huc8 = unit.slice(0, 8);
  const isOnGlobe = Math.abs(lat ?? 999) <= 90 && Math.abs(lon ?? 999) <= 180;
  if (lat === undefined || lon === undefined || !isOnGlobe || !huc8s.has(huc8)) return undefined;
  return { lat: round(lat), lon: round(lon), huc8, huc10: /^\d{10}/.exec(unit)?.[0] };
}

const nameOf = (ndx: number) => parameters.find((each) => each.ndx === ndx)?.name ?? '';

/** The discharge of a canal or ditch is a diversion. */
function parameterOf(code: string, type: string): string {
  const among = parametersByCode[code] ?? [];
  const isDiversion = type === 'Diversion' && among.includes(parameterNdx.diversion);
  return nameOf(isDiversion ? parameterNdx.diversion : (among[0] ?? 0));
}

/** Describes the days from the first to the last of some records. */
function describePeriod(records: readonly UsgsDailyRecord[]): string {
  const begins = records.flatMap(({ begin }) => begin ?? []).toSorted();
  const ends = records.flatMap(({ end }) => end ?? []).toSorted();
  return `${begins[0] ?? 'an unknown day'} to ${ends.at(-1) ?? 'an unknown day'}`;
}

/** About 1 m. */
const round = (degrees: number) => Math.round(degrees * 1e5) / 1e5;

const awdb = 'AWDB';

const Station = z.object({
  stationTriplet: z.string(),
  name: z.string(),
  huc: z.optional(z.nullable(z.string())),
  elevation: z.optional(z.nullable(z.number())),
  latitude: z.optional(z.nullable(z.number())),
  longitude: z.optional(z.nullable(z.number())),
  stationElements: z.optional(
    z.nullable(
      z.array(
        z.object({
          elementCode: z.string(),
          durationName: z.optional(z.nullable(z.string())),
          beginDate: z.optional(z.nullable(z.string())),
        }),
      ),
    ),
  ),
});

/** A SNOTEL station with its elements that have daily values. */
type NrcsStation = z.output<typeof Station>;

const snotel = 'SNTL';

/** Lists the SNOTEL stations of a hydrologic unit with their daily elements. @throws SourceRefused */
export async function listNrcsStations(unit: string, tools: SourceTools): Promise<NrcsStation[]> {
  tools.onProgress('Fetching the SNOTEL stations of NRCS');
  const data = new URL(tools.environment.NRCS_URL || defaultAddress);
  const url = new URL(data.pathname.replace(/[^/]*\/?$/, 'stations'), data);
  url.search = new URLSearchParams({
    stationTriplets: `*:*:${snotel}`,
    hucs: `${unit}*`,
    durations: 'DAILY',
    returnStationElements: 'true',
    activeOnly: 'true',
  }).toString();
  const stations = await createRetryingFetch(tools)(url.href, (text) =>
    parseResponse(z.array(Station), parseJson(text, awdb), awdb),
  );
  // The service silently ignores filters that it does not know, and then lists every station.
  return stations
    .filter(({ huc, stationTriplet }) => huc?.startsWith(unit) && stationTriplet.endsWith(`:${snotel}`))
    .map((station) => ({
      ...station,
      stationElements: (station.stationElements ?? []).filter(
        ({ durationName }) => (durationName ?? 'DAILY') === 'DAILY',
      ),
    }));
}
