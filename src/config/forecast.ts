import { parameter } from '#domain/vocabulary.ts';

/** A page elsewhere that says more. */
export type MoreInfo = { readonly label: string; readonly href: string };

/** A chart of one record by water years. `locId` is the agency's id of its location. */
export type ForecastChart = {
  readonly id: string;
  /** What is shown, before `at` the location's name. */
  readonly title: string;
  readonly parameter: number;
  readonly locId: string;
  /** `volume`: the volume since 1 October, of a discharge. */
  readonly measure: 'value' | 'volume';
  readonly moreInfo: readonly MoreInfo[];
};

/** Charts under a heading; the charts of Forecast Supply stand under none. */
export type ForecastGroup = {
  readonly heading: string | undefined;
  readonly charts: readonly ForecastChart[];
};

function chart(
  id: string,
  title: string,
  ndx: number,
  locId: string,
  { measure = 'value', moreInfo = [] }: Partial<Pick<ForecastChart, 'measure' | 'moreInfo'>> = {},
): ForecastChart {
  return { id, title, parameter: ndx, locId, measure, moreInfo };
}

/** Forecast Supply: six records that together tell what water there is. */
export const supplyForecast: readonly ForecastGroup[] = [
  {
    heading: undefined,
    charts: [
      chart('spring', 'Spring discharge', parameter.streamflow, '13095500'),
      chart('heise', 'Cumulative discharge', parameter.streamflow, '13037500', { measure: 'volume' }),
      chart('rexburg', 'Cumulative discharge', parameter.streamflow, '13056500', { measure: 'volume' }),
      chart('snow', 'Snow water equivalent', parameter.swe, '837:WY:SNTL'),
      chart('storage', 'Reservoir storage', parameter.storage, 'AMF'),
      chart('well', 'Depth to water', parameter.depthToWater, '432740113044501'),
    ],
  },
];

/** NRCS's plot of a subbasin's snow water equivalent over its period of record. */
function basinSnow(huc8: string, name: string): MoreInfo {
  return {
    label: `Snow water equivalent of the ${name} basin (NRCS)`,
    href: `https://nwcc-apps.sc.egov.usda.gov/awdb/basin-plots/POR/WTEQ/assocHUC8/${huc8}_${name.replaceAll(' ', '_')}.html`,
  };
}

const snowToFlow: MoreInfo = {
  label: 'Snow and streamflow on the interactive map (NRCS)',
  href: 'https://nwcc-apps.sc.egov.usda.gov/imap/',
};

function gage(site: string): MoreInfo {
  return { label: 'This gage (USGS)', href: `https://waterdata.usgs.gov/monitoring-location/USGS-${site}/` };
}

function tributary(id: string, site: string, basin: MoreInfo): ForecastChart {
  return chart(id, 'Streamflow', parameter.streamflow, site, { moreInfo: [basin, snowToFlow, gage(site)] });
}

const blackfoot = basinSnow('17040207', 'Blackfoot');
const portneuf = basinSnow('17040208', 'Portneuf');
const walcott = basinSnow('17040209', 'Lake Walcott');
const raft = basinSnow('17040210', 'Raft');
const goose = basinSnow('17040211', 'Goose');

/** Tributary Forecast: what flows into three reaches of the river. */
export const tributaryForecast: readonly ForecastGroup[] = [
  {
    heading: 'Near Blackfoot to Neeley',
    charts: [
      tributary('blackfoot', '13068500', blackfoot),
      tributary('portneuf', '13075500', portneuf),
      tributary('portneuf-tyhee', '13075910', portneuf),
      tributary('marsh', '13075000', portneuf),
      tributary('spring-creek', '13075983', portneuf),
    ],
  },
  {
    heading: 'Neeley to Minidoka',
    charts: [
      tributary('rueger', '13076600', walcott),
      tributary('raft', '13078000', raft),
      chart('howell', 'Snow water equivalent', parameter.swe, '534:ID:SNTL', {
        moreInfo: [raft, snowToFlow],
      }),
    ],
  },
  {
    heading: 'Minidoka to Milner',
    charts: [
      tributary('goose', '13082500', goose),
      tributary('trapper', '13083000', goose),
      chart('oakley', 'Reservoir storage', parameter.storage, '13083500', { moreInfo: [goose, snowToFlow] }),
    ],
  },
];
