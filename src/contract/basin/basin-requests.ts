import { parameterNdx } from '#domain/vocabulary.ts';
import type { Basin, BasinRiver } from './basin.ts';
import { parametersOf } from './basin-vocabulary.ts';

/** What the server reads from the basin file to answer requests. */
export type BasinRequests = {
  /** What the brief of a day holds; nothing by default. */
  readonly brief?: BriefRequest | undefined;
  /** The rivers with what leaves and enters them; none by default. */
  readonly rivers?: RiverRequest | undefined;
  /** What the basin file knows of sites. */
  readonly siteFacts?: BasinSiteFacts | undefined;
  /** The points and reservoirs with an outlook; none by default. */
  readonly outlook?: OutlookRequest | undefined;
  /** Providers whose values may be read without signing in; none by default. */
  readonly openProviders?: readonly string[] | undefined;
  /** The whole file, for what writes records; undefined for a portal without one. */
  readonly file?: Basin | undefined;
  /** The ids of the parameters whose charts have 0 at the top, such as depths; none by default. */
  readonly reversedParameters?: readonly number[] | undefined;
};

/** `BasinRequests` with nothing where the basin file has nothing. */
export type CompleteRequests = {
  readonly [K in Exclude<keyof BasinRequests, 'file'>]-?: NonNullable<BasinRequests[K]>;
} & Pick<BasinRequests, 'file'>;

export function completeRequests(requests: BasinRequests): CompleteRequests {
  const {
    brief = noBrief,
    rivers = [],
    siteFacts = noSiteFacts,
    outlook = { points: [], fill: [] },
  } = requests;
  const { openProviders = [], reversedParameters = [], file } = requests;
  return { brief, rivers, siteFacts, outlook, openProviders, reversedParameters, file };
}

export function basinRequestsOf(basin: Basin): BasinRequests {
  return {
    file: basin,
    brief: briefRequestOf(basin),
    rivers: riverRequestOf(basin),
    siteFacts: basinSiteFactsOf(basin),
    outlook: outlookRequestOf(basin),
    openProviders: basin.open_providers,
    reversedParameters: parametersOf(basin).flatMap(({ ndx, isReversed }) => (isReversed ? ndx : [])),
  };
}

/** What the server reads for the brief of a day. */
export type BriefRequest = Readonly<ReturnType<typeof briefRequestOf>>;

/** The brief of a basin file without one. */
export const noBrief: BriefRequest = {
  storage: undefined,
  snow: [],
  rivers: [],
  springs: [],
  wells: [],
  reaches: [],
  moved: [],
};

/** What the server reads for the brief of a basin; nothing for a basin file without one. */
export function briefRequestOf(basin: Basin) {
  const {
    storage,
    snow = [],
    rivers = [],
    springs = [],
    wells = [],
    reaches = [],
    moved = [],
  } = basin.brief ?? {};
  const parameters = parametersOf(basin);
  const parameterOf = (name: string) => parameters.find((each) => each.name === name);
  const siteOf = (id: string) => basin.sites.find((site) => site.id === id);
  const keyOf = createKeyOf(basin);
  const toKey = ({ site, parameter }: { site: string; parameter: string }) => keyOf(site, parameter);
  const units = parameterOf(storage?.parameter ?? '')?.units ?? '';
  return {
    storage: storage && {
      label: storage.label,
      parameter_name: storage.parameter,
      units_name: units,
      members: storage.sites.map((id) => ({
        ...keyOf(id, storage.parameter),
        /** In AF. */
        capacity: units === 'AF' ? siteOf(id)?.capacity_af : undefined,
      })),
    },
    snow: snow.map(({ label, sites }) => ({
      label,
      sites: sites.map((id) => keyOf(id, 'Snow Water Equivalent')),
    })),
    rivers: rivers.map(({ site, parameter, natural }) => ({
      actual: keyOf(site, parameter),
      natural: natural === undefined ? undefined : keyOf(natural, parameter),
    })),
    springs: springs.map(toKey),
    wells: wells.map(toKey),
    reaches: reaches.map(toKey),
    /** The ids of the parameters whose changes of a week are compared. */
    moved: moved.flatMap((name) => parameterOf(name)?.ndx ?? []),
  };
}

export type RiverRequest = ReturnType<typeof riverRequestOf>;

/** What a place on a river is known by: the flow of a gage, the storage of a reservoir. */
const riverParameters: readonly number[] = [parameterNdx.streamflow, parameterNdx.storage];

/** What the server reads for the rivers of a basin; ids are in upper case. A reach ends at the next place after its own. */
export function riverRequestOf(basin: Basin) {
  const keyOf = createKeyOf(basin);
  const parameters = parametersOf(basin);
  const nameOf = (ndx: number) => parameters.find((each) => each.ndx === ndx)?.name ?? '';
  const placeNames = riverParameters.map(nameOf);
  const seriesOf = new Map(basin.sites.map(({ id, series }) => [id, series]));
  const toPlace = (id: string) => {
    const name = placeNames.find((each) => seriesOf.get(id)?.[each] !== undefined);
    return name === undefined ? [] : [keyOf(id, name)];
  };
  return (basin.rivers ?? []).map((river) => {
    const { name, line = false, sites, joins, diversions = [], returns = [], reaches = [] } = river;
    const toBranches = (groups: typeof diversions, parameter: number) =>
      groups.map(({ below, sites: ids }) => ({
        below: below.toUpperCase(),
        sites: ids.map((id) => keyOf(id, nameOf(parameter))),
      }));
    return {
      name,
      isLine: line,
      joins: joins?.toUpperCase() ?? null,
      places: sites.flatMap(toPlace),
      diversions: toBranches(diversions, parameterNdx.diversion),
      returns: toBranches(returns, parameterNdx.returnFlow),
      reaches: reaches.flatMap(({ site, from }) => {
        const [to] = sites.slice(sites.indexOf(site) + 1).flatMap(toPlace);
        return to
          ? [{ from: from.toUpperCase(), to: to.id, gain: keyOf(site, nameOf(parameterNdx.reachGain)) }]
          : [];
      }),
    };
  });
}

export type OutlookRequest = Readonly<ReturnType<typeof outlookRequestOf>>;

/** What the server reads for the outlook of a point; days are `MM-DD`, ids are in upper case. */
export type OutlookPointRequest = OutlookRequest['points'][number];

/** Reservoirs that are filled together; capacities in AF. */
export type FillRequest = OutlookRequest['fill'][number];

/** What the server reads for the outlooks of a basin; nothing for a basin file without them. */
export function outlookRequestOf(basin: Basin) {
  const { points = [], fill = [] } = basin.outlook ?? {};
  const keyOf = createKeyOf(basin);
  const capacityOf = (id: string) => basin.sites.find((site) => site.id === id)?.capacity_af ?? 0;
  return {
    points: points.map(({ id, label, flow, regulated = false, period, winter, predictors, official }) => ({
      id,
      label,
      flow: keyOf(flow.site, flow.parameter),
      isRegulated: regulated,
      period,
      winter,
      groups: predictors.map((group) => ({
        label: group.label,
        records: group.sites.map((site) => keyOf(site, group.parameter)),
      })),
      /** The id of the site that official forecasts are stored for. */
      official: official?.toUpperCase(),
    })),
    fill: fill.map(({ id, label, point, parameter, sites }) => ({
      id,
      label,
      point,
      members: sites.map((site) => ({ ...keyOf(site, parameter), capacity: capacityOf(site) })),
    })),
  };
}

/**
 * What only the basin file knows of sites, by the agencies' ids: the order along rivers, and capacities in AF. `otherIds`
 * has the id of a site by those of its series, with and without the name of their source: `PAL_AF`, `USBR-PAL_AF`.
 */
export type BasinSiteFacts = {
  readonly rivers: readonly BasinRiver[];
  readonly capacities: ReadonlyMap<string, number>;
  readonly otherIds: ReadonlyMap<string, string>;
};

export const noSiteFacts: BasinSiteFacts = { rivers: [], capacities: new Map(), otherIds: new Map() };

/** Ids are in upper case, as the portal stores them. */
function basinSiteFactsOf({ rivers = [], sites }: Basin): BasinSiteFacts {
  return {
    rivers: rivers.map(({ name, sites: ids, joins }) => ({
      name,
      sites: ids.map((id) => id.toUpperCase()),
      ...(joins !== undefined && { joins: joins.toUpperCase() }),
    })),
    capacities: new Map(
      sites.flatMap(({ id, capacity_af }) =>
        capacity_af === undefined ? [] : [[id.toUpperCase(), capacity_af] as const],
      ),
    ),
    otherIds: otherIdsOf(sites),
  };
}

/** Where several sites have an id, such as a HydroMet station with two gages, the first one in the file has it. */
function otherIdsOf(sites: Basin['sites']): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const { id, series } of sites) {
    for (const [source, key] of Object.values(series).flatMap((keys) => Object.entries(keys))) {
      // The names of HydroMet's series begin with their station: `pal_af`.
      const names = source === 'usbr' ? [key, key.split('_')[0] ?? key] : [key];
      for (const name of names.flatMap((each) => [each, `${source}-${each}`])) {
        const text = name.toUpperCase();
        if (!found.has(text)) found.set(text, id.toUpperCase());
      }
    }
  }
  return found;
}

/** A record that the basin file names: the agency's id in upper case, as the database has it, and the site's name. */
export type BasinRecordKey = { readonly id: string; readonly name: string; readonly parameter: number };

/** Returns a function that finds a record by the ids of the basin file: the id of a site, and the name of a parameter. */
function createKeyOf(basin: Basin): (site: string, parameter: string) => BasinRecordKey {
  const parameters = new Map(parametersOf(basin).map(({ name, ndx }) => [name, ndx]));
  const names = new Map(basin.sites.map(({ id, name }) => [id, name]));
  return (site, parameter) => ({
    id: site.toUpperCase(),
    name: names.get(site) ?? site,
    parameter: parameters.get(parameter) ?? 0,
  });
}
