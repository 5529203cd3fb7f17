export type { RankBasis, ShownConditions } from './colors/latest-conditions.ts';
export type { ConditionDays, DayHost, MapConditions } from './colors/map-conditions.ts';
export type { ColorScheme } from './colors/marker-colors.ts';
export type {
  FindResults,
  LoadMapSearchIndex,
  MapSearchEngine,
  SearchAnswer,
  SearchedSite,
  SearchReader,
  SearchResult,
  SearchSettings,
  SearchValue,
} from './search/answer.ts';
