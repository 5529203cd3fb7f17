export type { RankBasis, ShownConditions } from './screen/colors/latest-conditions.ts';
export type { ConditionDays, DayHost, MapConditions } from './screen/colors/map-conditions.ts';
export type { ColorScheme } from './screen/colors/marker-colors.ts';
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
} from './screen/search/answer.ts';
