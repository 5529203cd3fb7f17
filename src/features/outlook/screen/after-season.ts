import type { ReadableAtom } from 'nanostores';
import type { ComponentType } from 'react';
import type { Requester } from '#contract/request.ts';
import type { ChartState } from '#kits/chart/index.ts';

/** What is known of reservoirs on an issue day after the season of the outlook. */
type AfterSeasonAnswer = {
  readonly id: string;
  readonly label: string;
  readonly issued: string;
  readonly first_issue: string;
};

export type AfterSeasonProps<Answer> = {
  answer: Answer;
  screen: {
    /** The day in the basin. */
    readonly today: string;
    readonly $chart: ReadableAtom<ChartState>;
    readonly setChart: (state: ChartState) => void;
  };
};

/** A fill of `outlook-after-season`. */
export type AfterSeason<Answer extends AfterSeasonAnswer = AfterSeasonAnswer> = {
  /** `carry-over` */
  readonly name: string;
  /** Loads what is known of reservoirs on an issue day; undefined is the one that the portal chooses. */
  readonly load: (
    request: Requester,
    reservoirs: string,
    day: { readonly issued: string | undefined; readonly signal: AbortSignal },
  ) => Promise<Answer>;
  readonly View: ComponentType<AfterSeasonProps<Answer>>;
  /** Its chart, as the board packet has it. */
  readonly Chart: ComponentType<AfterSeasonProps<Answer>>;
};

/** What the outlook shows after its season; undefined where no feature does. */
export const [afterSeasonOfPortal] = Object.values(
  import.meta.glob<AfterSeason>('../../*/fills/outlook-after-season.ts', { eager: true, import: 'default' }),
);
