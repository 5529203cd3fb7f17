import type { Basin, BasinSite } from '#contract/basin/basin.ts';
import type { ParameterNdx } from '#domain/vocabulary.ts';
import type { DayNumber } from '#lib/calendar.ts';
import type { ImportedDays, Rejection } from './engine/daily-values.ts';
import type { QualityRules } from './quality/site-limits.ts';
import type { InstantCell, Midnight } from './reading/parse-day.ts';
import type { ServiceNumber } from './reading/parse-number.ts';
import type { UnitConversion } from './reading/units.ts';

/** Where the portal stores a series of an agency. */
export type Target = { site: BasinSite; parameter: ParameterNdx; rules: QualityRules };

/** The result of reading one series. `name` is the agency's own, e.g. `heii_qd`. */
export type SourceSeries =
  | {
      kind: 'read';
      name: string;
      target: Target;
      /** The agency's own id of the series, where it has one apart from the key, e.g. a `time_series_id`. */
      seriesId?: string | undefined;
      readings: ImportedDays;
      rejections: Rejection[];
      /** Days the agency lists without a value: what is stored of them is withdrawn. */
      missing: readonly DayNumber[];
      /** The first and the last day that were asked for; undefined in a file. */
      asked?: readonly [first: DayNumber, last: DayNumber];
      /** Sentences for the report, e.g. that values were converted, or that another sensor filled days. */
      notes?: readonly string[];
    }
  /** What the agency knows about a site, used to fill in what the basin file leaves out. */
  | {
      kind: 'place';
      name: string;
      site: BasinSite;
      elevationFt: number | undefined;
      huc10: string | undefined;
    }
  | IncompleteSeries
  | { kind: 'refused'; name: string; message: string }
  | { kind: 'unknown'; name: string };

/** Less arrived than the service says it has; `message` says so, with numbers. */
export type IncompleteSeries = {
  readonly kind: 'incomplete';
  readonly name: string;
  /** The series that is incomplete; undefined if which ones are is not known. */
  readonly target?: Target | undefined;
  readonly message: string;
};

/** A file or response cannot be used, or the service refused the request; `message` says why. */
export class SourceRefused extends Error {
  override name = 'SourceRefused';
}

/** Every try failed or returned something unusable. A smaller request may work. */
export class ServiceFailing extends SourceRefused {
  override name = 'ServiceFailing';
}

/** The service cannot be reached, or limits the rate of requests: smaller requests would not help. */
export class ServiceUnavailable extends ServiceFailing {
  override name = 'ServiceUnavailable';
}

export type SourceRequest = {
  /** Read this file instead of the network. */
  file?: string | undefined;
  /** Skip days before this one, `YYYY-MM-DD`. */
  since?: string | undefined;
  /** Only these sites, in the agency's own names. */
  sites?: readonly string[] | undefined;
  /** Replace series that belong to another source, and store what they held in the history. */
  replaceSource?: boolean | undefined;
  /** Store values even if they seem to be in another unit than the stored record. */
  acceptMagnitude?: boolean | undefined;
  /** What 00:00 means in a file of midnights. */
  midnight?: Midnight | undefined;
  /** The records that are stored, by `targetId`. Any other one is fetched from its beginning in spite of `since`. */
  stored?: Pick<ReadonlyMap<string, unknown>, 'has'> | undefined;
};

/** Identifies a record among those of a basin. */
export const targetId = (siteId: string, parameter: number) => `${siteId.toUpperCase()} ${parameter}`;

/** The side effects that a source may use; tests pass their own. */
export type SourceTools = {
  fetch: typeof fetch;
  /** Waits for a number of milliseconds. */
  sleep: (milliseconds: number) => Promise<void>;
  now: () => Date;
  /** From 0 to 1, for the jitter of waits. */
  random: () => number;
  onProgress: (message: string) => void;
  /** Environment variables with service addresses, e.g. `USBR_URL`, and API keys. */
  environment: Readonly<Record<string, string | undefined>>;
};

/** A response of a service, or a saved one, which may be larger than memory. */
export type SourceText = {
  /** The whole text is in memory already. */
  readonly isInMemory?: boolean;
  /** The beginning, to tell formats apart. */
  readonly head: string;
  /** Reads the text in pieces, with `\n` as line ends. @throws SourceRefused */
  chunks(): AsyncIterable<string>;
  /** Reads the whole text. @throws SourceRefused above 20 MB */
  text(): Promise<string>;
};

/** A reading within a day, as an agency sent it. */
export type SentReading = {
  /** The instant in milliseconds since 1970, or why there is none. */
  readonly time: InstantCell;
  readonly value: ServiceNumber;
  readonly approval: 'A' | 'P';
  /** The agency doubts the value. */
  readonly isSuspect?: boolean;
};

/** The readings of a series within the last hours. */
export type SentReadings =
  | {
      readonly kind: 'readings';
      readonly name: string;
      readonly target: Target;
      /** As the agency spells it; undefined if its answer has none, so that it is the parameter's. */
      readonly unit: string | undefined;
      /** Replaces the conversion of the unit, e.g. to subtract dead storage. */
      readonly conversion?: UnitConversion | undefined;
      readonly readings: readonly SentReading[];
      /** Sentences for the report, e.g. which clock or instrument they are from. */
      readonly notes?: readonly string[];
    }
  | Extract<SourceSeries, { kind: 'refused' | 'unknown' | 'incomplete' }>;

/** An importer. It yields series one by one, so that each is written before the next is fetched. */
export type Source = {
  readonly title: string;
  /** Parses a saved response of the agency. */
  parseFile(file: SourceText, request: SourceRequest, basin: Basin): AsyncIterable<SourceSeries>;
  /** Fetches the basin's series that list this source first; with `sites`, every series of those sites. */
  fetch(request: SourceRequest, tools: SourceTools, basin: Basin): AsyncIterable<SourceSeries>;
  /** Fetches the readings of the last hours of the series that are wanted. Undefined if the agency has none. */
  fetchReadings?(
    isWanted: (target: Target) => boolean,
    tools: SourceTools,
    basin: Basin,
  ): AsyncIterable<SentReadings>;
};
