import type { DataProviderName, LocationTypeName } from '#domain/vocabulary.ts';
import { diversionRows } from './diversions.ts';
import { headwaterGages } from './gages-headwaters.ts';
import { northernGages } from './gages-northern.ts';
import { plainGages } from './gages-plain.ts';
import { aquaInfoWellRows, idwrWellRows } from './idwr-wells.ts';
import { pumpRows } from './pumps.ts';
import { reaches } from './reaches.ts';
import { rechargeRows } from './recharge.ts';
import { reservoirRows } from './reservoirs.ts';
import { returnFlowRows } from './return-flows.ts';
import { snotelRows } from './snotel.ts';
import { springRows } from './springs.ts';
import type { GageRow, Place, Shape, Station, WellRow } from './station.ts';
import { weatherRows } from './weather.ts';
import { northernWells } from './wells-northern.ts';
import { plainWells } from './wells-plain.ts';

export type { Shape, Station } from './station.ts';

/** Gages that the water district, not USGS, keeps. */
const districtSites = new Set(['13064500', '13085065', '13134750']);

/** Every station of the portal, in the order of their database ids. */
export const stations: readonly Station[] = [
  ...[...headwaterGages, ...plainGages, ...northernGages].map((row) => gage(row, 'Stream Gage')),
  ...springRows.map((row) => gage(row, 'Spring')),
  ...snotelRows.map(([id, name, lat, lon, feet, unit, medianPeakIn, from]) =>
    station([id, name, lat, lon, feet, unit], 'SNOTEL', 'NRCS Snotel', { kind: 'snow', medianPeakIn, from }),
  ),
  ...reservoirRows.map(([id, name, lat, lon, feet, unit, capacityAf, lowest, median]) =>
    station([id, name, lat, lon, feet, unit], 'Reservoir', 'USBR HydroMet', {
      kind: 'reservoir',
      capacityAf,
      lowestAf: lowest * 1000,
      medianAf: median.map((thousand) => thousand * 1000),
      from: '1980-10-01',
    }),
  ),
  ...[...plainWells, ...northernWells].map((row) => well(row, 'USGS')),
  ...idwrWellRows.map((row) => well(row, 'IDWR')),
  ...aquaInfoWellRows.map((row) => well(row, 'IDWR AquaInfo')),
  ...diversionRows.map(([id, name, lat, lon, feet, unit, annualAf, year]) =>
    station([id, name, lat, lon, feet, unit], 'Diversion', 'IDWR Accounting', {
      kind: 'diversion',
      annualAf,
      from: firstOf(year),
    }),
  ),
  ...pumpRows.map(([id, name, lat, lon, feet, unit, annualAf, year]) =>
    station([id, name, lat, lon, feet, unit], 'Diversion Pump', 'IDWR Accounting', {
      kind: 'pump',
      annualAf,
      from: firstOf(year),
    }),
  ),
  ...rechargeRows.map(([id, name, lat, lon, feet, unit, capacityCfs, year]) =>
    station([id, name, lat, lon, feet, unit], 'Recharge', 'IDWR IWRB and IGWA', {
      kind: 'recharge',
      capacityCfs,
      from: firstOf(year),
    }),
  ),
  ...returnFlowRows.map(([id, name, lat, lon, feet, unit, summerCfs, year]) =>
    station([id, name, lat, lon, feet, unit], 'Return Flow', usgsOrDistrict(id), {
      kind: 'return-flow',
      summerCfs,
      from: firstOf(year),
    }),
  ),
  ...weatherRows.map(([id, name, lat, lon, feet, unit, network, year]) =>
    station([id, name, lat, lon, feet, unit], 'Weather Station', network, {
      kind: 'weather',
      from: firstOf(year),
    }),
  ),
  ...reaches,
];

function usgsOrDistrict(id: string): DataProviderName {
  return districtSites.has(id) ? 'IDWR Accounting' : 'USGS';
}

/** The first day of the water year that begins in a calendar year. */
function firstOf(year: number) {
  return `${year}-10-01`;
}

function gage(
  [id, name, lat, lon, feet, unit, regime, meanCfs, year, until]: GageRow,
  type: LocationTypeName,
): Station {
  return station([id, name, lat, lon, feet, unit], type, usgsOrDistrict(id), {
    kind: 'stream',
    regime,
    meanCfs,
    from: firstOf(year),
    until,
  });
}

function well(
  [id, name, lat, lon, feet, unit, depthFt, phase, readings, year, sentinel, until]: WellRow,
  provider: DataProviderName,
): Station {
  return station(
    [id, name, lat, lon, feet, unit],
    sentinel ? 'Sentinel Well' : 'Non-Sentinel Well',
    provider,
    // Transducers came later than the readings by hand that the agency's record starts with.
    {
      kind: 'well',
      depthFt,
      phase,
      readings,
      from: firstOf(readings === 'daily' ? Math.max(year, 2012) : year),
      until,
    },
  );
}

function station(
  [id, name, lat, lon, feet, unit]: Place,
  type: LocationTypeName,
  provider: DataProviderName,
  shape: Shape,
): Station {
  return {
    id,
    name,
    type,
    provider,
    lat,
    lon,
    elevationFt: feet ?? undefined,
    huc8: unit.slice(0, 8),
    huc10: unit.length === 10 ? unit : undefined,
    shape,
  };
}
