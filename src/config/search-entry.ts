import type { Basin } from '#contract/basin/basin.ts';
import type { Audience } from '#contract/feature.ts';
import type { SearchFields } from '#lib/search-engine.ts';

/** The kind of result that a group of snow stations is. */
export const snowGroupKind = 'Snow group';

/** Something that the search leads to. */
export type SearchEntry = SearchFields & {
  readonly href: string;
  /** What it is, in a word: `Town`, `Stream Gage`, `Documentation`. */
  readonly kind: string;
  /** A line about it; its context by default. */
  readonly detail?: string;
  /** Everyone, unless it says otherwise. */
  readonly visibleTo?: Audience;
  /** Decisions say why, and come after what says how. */
  readonly isDecision?: boolean;
  /** A place, with the zoom of a map that shows it. */
  readonly at?: { readonly lat: number; readonly lng: number; readonly zoom: number };
  /** The name of a HUC8, whose sites the map shows. */
  readonly huc8?: string;
};

/** A fill of `search-entries`: what the search finds of a feature, in a basin. */
export type SearchEntriesOf = (basin: Pick<Basin, 'brief' | 'outlook'>) => readonly SearchEntry[];

/** In spelling errors, as a `SearchFields` has them: screens come first, a town before what is named after it, subbasins and passages after sites. */
export const searchWeights = { screen: -0.4, town: -0.3, waters: 0.05, huc8: 1.1 } as const;
