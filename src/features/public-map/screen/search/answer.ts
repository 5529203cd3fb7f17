import type { DataPoint, SiteCondition } from '#contract/public-map.ts';
import type { LatLng } from '#lib/geometry/coordinates.ts';

/** What is searched of a site. */
export type SearchedSite = Pick<
  DataPoint,
  | 'loc_ndx'
  | 'loc_id'
  | 'loc_name'
  | 'loc_type'
  | 'loc_type_name'
  | 'parameter_name'
  | 'data_provider'
  | 'huc8_name'
  | 'huc10_name'
  | 'por_end'
  | 'latitude_dd'
  | 'longitude_dd'
>;

/** The latest value of a site in the row of a result. */
export type SearchValue = {
  /** With its unit: `1,770 cfs`, `40 % full`. */
  readonly value: string;
  /** The markup of the percentile bar; undefined without a class. */
  readonly bar: string | undefined;
  /** `today`, `3 days ago`. */
  readonly age: string | undefined;
  readonly isLate: boolean;
};

/** What the search lists: where it leads, its name, a line about it, and what it is. */
export type SearchResult = {
  readonly href: string;
  readonly name: string;
  readonly detail: string;
  /** What it is, in a word: `Town`, `Stream Gage`. */
  readonly kind: string;
  readonly answer?: SearchValue;
  /** The `loc_ndx` of a site, which a map selects. */
  readonly site?: number;
  /** A place that a map flies to and marks. */
  readonly place?: LatLng & { readonly zoom: number; readonly name: string };
  /** The name of a HUC8 whose sites a map shows. */
  readonly huc8?: string;
};

export type SearchAnswer = {
  readonly results: readonly SearchResult[];
  /** Why there is none. */
  readonly message?: string;
};

/** Who asks: `audiences` are those of the reader, as `audiencesOf` lists them; `pin` is a place marked on a map. */
export type SearchReader = {
  readonly audiences: readonly string[];
  readonly pin?: LatLng | undefined;
  readonly limit?: number;
};

/** Finds results, best first. */
export type FindResults = (text: string, reader: SearchReader) => SearchAnswer;

/** What a search knows beside the sites. */
export type SearchSettings = {
  readonly conditionOf?: (site: number) => SiteCondition | undefined;
  /** The day in the basin, `YYYY-MM-DD`. */
  readonly today?: string;
};

/**
 * A fill of `map-search-engine`, which runs in a worker: creates the search of the map's field. `index` is what the fill of
 * `map-search-index` has loaded, or undefined if it could not.
 */
export type MapSearchEngine = (
  index: unknown,
  sites: readonly SearchedSite[],
  settings: SearchSettings,
) => FindResults;

/** A fill of `map-search-index`. Its index is sent to the worker. */
export type LoadMapSearchIndex = () => Promise<unknown>;
