import type { Basin } from '#contract/basin.ts';
import type { Hydrography } from '../agencies/nhd/fetch.ts';
import type { HydrologicUnit } from '../agencies/wbd/parse.ts';
import type { OfficialSite } from '../official/official-site.ts';
import type { SourceRequest, SourceTools } from '../source.ts';
import type { PackedSeries } from './pack-series.ts';

/** What the worker is to read. */
export type WorkerTask = {
  /** The name of a source, `boundaries`, `hydrography` or `official`. */
  readonly source: string;
  readonly basin: Basin;
  readonly request: Omit<SourceRequest, 'isStored'>;
  /** The answers of `isStored`, as `seriesId` forms them; undefined where the request does not ask. */
  readonly stored: ReadonlySet<string> | undefined;
  readonly environment: SourceTools['environment'];
};

export type WorkerMessage =
  | { readonly type: 'progress'; readonly message: string }
  | { readonly type: 'series'; readonly series: PackedSeries }
  | { readonly type: 'boundaries'; readonly units: readonly HydrologicUnit[] }
  | { readonly type: 'hydrography'; readonly hydrography: Hydrography }
  | { readonly type: 'official'; readonly site: OfficialSite }
  | { readonly type: 'end' }
  | { readonly type: 'refused'; readonly message: string }
  | { readonly type: 'failed'; readonly message: string };

/** Identifies a series in `WorkerTask.stored`. */
export const seriesId = (siteId: string, parameter: number) => `${siteId} ${parameter}`;

/** How many series the worker may read ahead of the one that is being written. */
export const maxSeriesAhead = 2;
