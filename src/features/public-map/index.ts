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
