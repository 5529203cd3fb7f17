import * as z from 'zod/mini';
import { defaultAddress } from '../../agencies/nrcs/fetch.ts';
import { createRetryingFetch } from '../../http-retry.ts';
import { parseJson, parseResponse } from '../../parse-response.ts';
import type { SourceTools } from '../../source.ts';

const service = 'AWDB';

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
export type NrcsStation = z.output<typeof Station>;

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
    parseResponse(z.array(Station), parseJson(text, service), service),
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
