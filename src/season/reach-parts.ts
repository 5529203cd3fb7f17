import type { ReadableAtom } from 'nanostores';
import type { ReactNode } from 'react';
import type { Requester } from '#contract/request.ts';
import type { SeriesLocation } from '#contract/time-series.ts';
import type { ScreenSettings } from '#stores/create-screen.ts';

/** What Reach Gains Comparisons gives to its parts. */
export type ReachHost = {
  readonly request: Requester;
  /** The reach whose years are compared, by its `loc_ndx`. Undefined before Submit. */
  readonly $compared: ReadableAtom<{ readonly location: number; readonly isLoading: boolean } | undefined>;
  /** Compares the years of a reach. */
  readonly compare: (location: number) => void;
};

/** The reach that is compared, for a part above its table. */
export type ReachFacts = {
  /** The years of the record, newest first. */
  readonly years: readonly string[];
  readonly source: string;
  readonly location: SeriesLocation | undefined;
};

/** A part of Reach Gains Comparisons: its state in the address, and what it draws. */
export type ReachPart = Required<Pick<ScreenSettings, 'parts' | 'submitted' | 'onStart'>> & {
  readonly name: string;
  /** In the place of the chart until Submit, and folded beneath it then. */
  readonly renderBefore: (isFolded: boolean) => ReactNode;
  /** Above the table of a reach that is not over. */
  readonly renderAbove: (facts: ReachFacts) => ReactNode;
};

/** A fill of `reach-gains-parts`. */
export type CreateReachPart = (host: ReachHost) => ReachPart;

export const reachParts: readonly CreateReachPart[] = Object.values(
  import.meta.glob<CreateReachPart>('../features/*/fills/reach-gains-parts.tsx', {
    eager: true,
    import: 'default',
  }),
);
