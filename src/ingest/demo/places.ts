import type { GwDistrictName } from '#domain/vocabulary.ts';
import type { Station } from './catalogue/index.ts';

/**
 * The ground water district of a well, canal, pump or recharge site. No boundaries were at hand: this is
 * an approximation from the hydrologic unit and the position, good for colouring a demonstration map.
 */
export function gwDistrictOf(station: Station): GwDistrictName | undefined {
  const { kind } = station.shape;
  if (kind !== 'well' && kind !== 'diversion' && kind !== 'pump' && kind !== 'recharge') return undefined;
  if (isOnTheLaboratory(station)) return undefined;
  const name = districtAt(station);
  return name && `${name} Ground Water District`;
}

/** The Idaho National Laboratory pumps under no district. */
function isOnTheLaboratory({ lat, lon }: Station): boolean {
  return lat > 43.35 && lat < 44.05 && lon > -113.25 && lon < -112.3;
}

type Short<Name> = Name extends `${infer Start} Ground Water District` ? Start : never;

function districtAt({ huc8, lat, lon }: Station): Short<GwDistrictName> | undefined {
  switch (huc8) {
    case '17040201':
      if (lat > 43.7) return 'Jefferson Clark';
      return lat > 43.45 ? 'Bonneville-Jefferson' : 'Bingham';
    case '17040205':
      return 'Bonneville-Jefferson';
    case '17040202':
    case '17040203':
      return 'Henrys Fork';
    case '17040204':
      return lat > 43.8 ? 'Madison' : 'Henrys Fork';
    case '17040206':
      return lat > 43.1 ? 'Bingham' : 'Aberdeen-American Falls';
    case '17040208':
      return lat > 42.85 ? 'Aberdeen-American Falls' : undefined;
    case '17040209':
      if (lat > 42.9) return undefined;
      return lon < -113.3 ? 'Magic Valley' : 'Raft River';
    case '17040210':
      return 'Raft River';
    case '17040212':
      return lat > 42.6 ? 'North Snake' : 'Magic Valley';
    case '17040211':
      return 'Magic Valley';
    case '17040214':
    case '17040215':
    case '17040216':
      return 'Jefferson Clark';
    case '17040217':
    case '17040218':
      return 'Big Lost River';
    case '17040221':
      return lat > 43.2 ? 'Carey Valley' : 'North Snake';
    default:
      return undefined;
  }
}

/** The agency's public page of a station, where it has one. */
export function pageOf({ id, provider }: Station): string | undefined {
  switch (provider) {
    case 'USGS':
      return usgsPage(id);
    case 'NRCS Snotel':
      return `https://wcc.sc.egov.usda.gov/nwcc/site?sitenum=${id.split(':')[0]}`;
    case 'USBR AgriMet':
    case 'USBR HydroMet':
      return /^\d+$/.test(id)
        ? usgsPage(id)
        : `https://www.usbr.gov/pn-bin/inventory.pl?site=${id}&interval=daily`;
    case 'IDWR':
      return `https://research.idwr.idaho.gov/apps/Shared/LfRelatedDocs/Home/SearchWcGet?WellID=${id.replace('IDWR-', '')}`;
    case 'IDWR Accounting':
      return 'https://research.idwr.idaho.gov/apps/hydrologic/accounting/';
    case 'IDWR AquaInfo':
      return 'https://research.idwr.idaho.gov/apps/hydrologic/aquainfo/';
    case 'IDWR IWRB and IGWA':
    case 'Calculation':
      return undefined;
  }
}

function usgsPage(id: string) {
  return `https://waterdata.usgs.gov/monitoring-location/USGS-${id}/`;
}
