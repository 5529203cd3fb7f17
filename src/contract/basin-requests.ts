import type { DataProvider } from '#domain/vocabulary.ts';
import type { Basin } from './basin.ts';
import { type BriefRequest, briefRequestOf } from './basin-brief-request.ts';
import { type HeadlineRequest, headlineRequestOf } from './basin-headline.ts';
import { type OutlookRequest, outlookRequestOf } from './basin-outlook-request.ts';
import { type BasinSiteFacts, basinSiteFactsOf } from './basin-site-facts.ts';
import { parametersOf } from './basin-vocabulary.ts';

/** What the server reads from the basin file to answer requests. */
export type BasinRequests = {
  /** The total that the landing page leads with. */
  readonly headline?: HeadlineRequest | undefined;
  /** What the brief of a day holds; nothing by default. */
  readonly brief?: BriefRequest | undefined;
  /** What the basin file knows of sites. */
  readonly siteFacts?: BasinSiteFacts | undefined;
  /** The points and reservoirs with an outlook; none by default. */
  readonly outlook?: OutlookRequest | undefined;
  /** Providers whose values may be read without signing in; none by default. */
  readonly openProviders?: readonly DataProvider[] | undefined;
  /** The ids of the parameters whose charts have 0 at the top, such as depths; none by default. */
  readonly reversedParameters?: readonly number[] | undefined;
};

export function basinRequestsOf(basin: Basin): BasinRequests {
  return {
    headline: headlineRequestOf(basin),
    brief: briefRequestOf(basin),
    siteFacts: basinSiteFactsOf(basin),
    outlook: outlookRequestOf(basin),
    openProviders: basin.open_providers,
    reversedParameters: parametersOf(basin).flatMap(({ ndx, isReversed }) => (isReversed ? ndx : [])),
  };
}
