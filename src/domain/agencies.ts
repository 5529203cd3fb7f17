import { type ParameterNdx, parameterNdx } from './vocabulary.ts';

/** Who provides the values of sites. `ndx` is its id in the database, which never changes. */
export type DataProvider = {
  readonly ndx: number;
  readonly name: string;
  /** The provider's public page of a site, by the site's id. */
  readonly pageOf?: (id: string) => string;
};

/** All that is known of an agency but how its service is read, which is its importer in `ingest/agencies`. */
type Agency = {
  /** What its import is called, and what it is called where a table has less room. */
  readonly label: string;
  readonly shortLabel?: string;
  /** Whose values it delivers; the first one is its own name. */
  readonly providers: readonly DataProvider[];
  /** What its importer can read. */
  readonly delivers: readonly ParameterNdx[];
  /** How it names a series, where not any text will do. */
  readonly key?: { readonly pattern: RegExp; readonly expected: string };
};

const {
  streamflow,
  swe,
  storage,
  precipitation,
  airTemperature,
  diversion,
  depthToWater,
  groundwaterElevation,
  reachGain,
  recharge,
  returnFlow,
} = parameterNdx;

const flows = [streamflow, diversion, returnFlow, recharge];

const usgsPage = (id: string) =>
  `https://waterdata.usgs.gov/monitoring-location/${/^\d+$/.test(id) ? `USGS-${id}` : id}/`;

const reclamationPage = (id: string) =>
  /^\d+$/.test(id) ? usgsPage(id) : `https://www.usbr.gov/pn-bin/inventory.pl?site=${id}&interval=daily`;

const idwrPage = 'https://research.idwr.idaho.gov/apps';

/** The agencies that series come from, as the basin file and the command line name them. */
export const agencies = {
  usgs: {
    label: 'USGS',
    providers: [{ ndx: 9, name: 'USGS', pageOf: usgsPage }],
    delivers: [...flows, storage, depthToWater, groundwaterElevation],
    key: {
      pattern: /^(?:\d{8,15}|(?!USGS-)[A-Z][A-Z\d]*-[A-Z\d]+)$/,
      expected:
        'a site number such as "13037500", or the whole id of another agency’s site such as "ID008-433012112123401"',
    },
  },
  nrcs: {
    label: 'NRCS snow and weather',
    shortLabel: 'NRCS',
    providers: [
      {
        ndx: 6,
        name: 'NRCS Snotel',
        pageOf: (id) => `https://wcc.sc.egov.usda.gov/nwcc/site?sitenum=${id.split(':')[0]}`,
      },
    ],
    delivers: [streamflow, diversion, storage, swe, precipitation, airTemperature],
    key: { pattern: /^[\w-]+:[a-z]{2}:[a-z]+$/i, expected: 'a station triplet such as "546:ID:SNTL"' },
  },
  usbr: {
    label: 'Reclamation HydroMet and AgriMet',
    shortLabel: 'USBR',
    providers: [
      { ndx: 8, name: 'USBR HydroMet', pageOf: reclamationPage },
      { ndx: 7, name: 'USBR AgriMet', pageOf: reclamationPage },
    ],
    delivers: [...flows, storage, reachGain, swe, precipitation, airTemperature],
    key: { pattern: /^[a-z\d]+_[a-z\d]+$/i, expected: 'a site and its pcode, such as heii_qd' },
  },
  idwr: {
    label: 'IDWR Accounting',
    providers: [{ ndx: 3, name: 'IDWR Accounting', pageOf: () => `${idwrPage}/hydrologic/accounting/` }],
    delivers: [...flows, storage, reachGain],
  },
  aquainfo: {
    label: 'IDWR AquaInfo',
    providers: [{ ndx: 4, name: 'IDWR AquaInfo', pageOf: () => `${idwrPage}/hydrologic/aquainfo/` }],
    delivers: [...flows, storage, depthToWater, groundwaterElevation, precipitation, airTemperature],
  },
} as const satisfies Readonly<Record<string, Agency>>;

export type SourceName = keyof typeof agencies;

export const sourceNames = Object.keys(agencies) as SourceName[];

/** What is known of an agency; undefined for the name of another source. */
export function agencyOf(source: string): Agency | undefined {
  const known: Readonly<Record<string, Agency>> = agencies;
  return Object.hasOwn(known, source) ? known[source] : undefined;
}

/** Providers whose values no importer reads: computed ones, and those of files and of entries by hand. */
const otherProviders: readonly DataProvider[] = [
  { ndx: 1, name: 'Calculation' },
  {
    ndx: 2,
    name: 'IDWR',
    pageOf: (id) => `${idwrPage}/Shared/LfRelatedDocs/Home/SearchWcGet?WellID=${id.replace('IDWR-', '')}`,
  },
  { ndx: 5, name: 'IDWR IWRB and IGWA' },
];

/** The data providers that every portal has, by their ids; a basin file may add others. */
export const dataProviders: readonly DataProvider[] = [
  ...sourceNames.flatMap((name): readonly DataProvider[] => agencies[name].providers),
  ...otherProviders,
].toSorted((one, other) => one.ndx - other.ndx);
