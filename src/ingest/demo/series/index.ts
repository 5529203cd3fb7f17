import type { Station } from '../catalog/station.ts';
import type { Series } from './daily-series.ts';
import { waterLevels } from './groundwater.ts';
import { diversion, pumping, recharge, returnFlow } from './irrigation.ts';
import { reachGain } from './reach-gain.ts';
import { storage } from './reservoir.ts';
import { snowpack } from './snow.ts';
import { streamflow } from './streamflow.ts';
import { weather } from './weather.ts';

export type { Series } from './daily-series.ts';

/** Weather at snow sites begins on this day, to limit the size of the demo data. */
const snowWeatherFrom = '2023-10-01';

/** Lists the series of a station; every station has at least one. */
export function seriesOf(station: Station): Series[] {
  const { shape } = station;
  switch (shape.kind) {
    case 'stream':
    case 'unregulated':
      return [streamflow(station, shape)];
    case 'snow': {
      const from = shape.from > snowWeatherFrom ? shape.from : snowWeatherFrom;
      return [
        snowpack(station, shape),
        ...weather(station, from, { annualIn: 8 + shape.medianPeakIn * 1.2, decimals: 1, lift: 0.45 }),
      ];
    }
    case 'reservoir':
      return [storage(station, shape)];
    case 'well':
      return waterLevels(station, shape);
    case 'diversion':
      return [diversion(station, shape)];
    case 'pump':
      return pumping(station, shape);
    case 'recharge':
      return [recharge(station, shape)];
    case 'return-flow':
      return [returnFlow(station, shape)];
    case 'reach':
      return [reachGain(station, shape)];
    case 'weather':
      return weather(station, shape.from, {
        annualIn: 9 + ((station.elevation_ft ?? 4700) - 4200) * 0.004,
        decimals: 2,
        lift: 0,
      });
  }
}
