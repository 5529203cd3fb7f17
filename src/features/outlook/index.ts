export type { AfterSeason, AfterSeasonProps } from './screen/after-season.ts';
