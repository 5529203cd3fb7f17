import type { Basin, BasinSite } from '#contract/basin.ts';
import type { DayNumber } from '#domain/calendar.ts';
import type { ParameterNdx } from '#domain/vocabulary.ts';
import type { QualityRules } from './quality/flag-samples.ts';

/** One daily value as an agency gives it; `line` is its place in the file or answer. */
export type Reading = {
  day: DayNumber;
  value: number;
  approval: 'A' | 'P';
  qualifier: string | undefined;
  /** The agency says that it is not to be trusted; its qualifier says why. */
  isSuspect?: boolean;
  line: number;
};

/** A value that is not stored, and why. `value` is as it was read. */
export type Rejection = { day: DayNumber; value: string; reason: string };

/** Where a series of an agency is kept in the portal. */
export type Target = { site: BasinSite; parameter: ParameterNdx; rules: QualityRules };

/** What was read of one series. `name` is the agency's own, e.g. `heii_qd`. */
export type SourceSeries =
  | {
      kind: 'read';
      name: string;
      target: Target;
      readings: Reading[];
      rejections: Rejection[];
      /** Days the agency lists without a value. */
      missing: number;
    }
  /** What the agency says of a site, to complete what is not known of it. */
  | {
      kind: 'place';
      name: string;
      site: BasinSite;
      elevationFt: number | undefined;
      huc10: string | undefined;
    }
  | { kind: 'refused'; name: string; message: string }
  | { kind: 'unknown'; name: string };

/** A file or an answer cannot be used at all; `message` names the line and the reason. */
export class SourceRefused extends Error {
  override name = 'SourceRefused';
}

/** The service was asked again and again, and gave nothing that can be used. */
export class ServiceFailing extends SourceRefused {
  override name = 'ServiceFailing';
}

/** It cannot be reached, or wants to be left alone: there is no use in asking for less at a time. */
export class ServiceUnavailable extends ServiceFailing {
  override name = 'ServiceUnavailable';
}

export type SourceRequest = {
  /** Read this file instead of the network. */
  file?: string | undefined;
  /** Leave out days before this one, `YYYY-MM-DD`. */
  since?: string | undefined;
  /** Only these sites, in the agency's own names. */
  sites?: readonly string[] | undefined;
  /** Where only the last days are asked for: whether a record is there that they can be added to. */
  isStored?: ((target: Target) => boolean) | undefined;
};

/** What a source may use of the world; tests bring their own. */
export type SourceTools = {
  fetch: typeof fetch;
  /** Waits for a number of milliseconds. */
  sleep: (milliseconds: number) => Promise<void>;
  now: () => Date;
  /** From 0 to 1, for waits that differ a little from portal to portal. */
  random: () => number;
  onProgress: (message: string) => void;
  /** Addresses by environment variable, e.g. `USBR_URL`. */
  environment: Readonly<Record<string, string | undefined>>;
};

/** An agency: yields series as they come, so that each is written before the next is fetched. */
export type Source = {
  readonly title: string;
  /** Out of a saved answer of the agency. */
  parseFile(text: string, request: SourceRequest, basin: Basin): Iterable<SourceSeries>;
  /** Of what `basin` has of this source: its first series, or where the request names sites, theirs. */
  fetch(request: SourceRequest, tools: SourceTools, basin: Basin): AsyncIterable<SourceSeries>;
};
