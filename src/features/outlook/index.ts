// For the features whose answers follow from an outlook.
export type { Outlook } from './contract.ts';
export type { AfterSeason, AfterSeasonProps } from './screen/after-season.ts';
export { findById, maxCachedAnswers, maxFits, outlookReaderOf, toBody } from './server/outlook-reader.ts';
export type { PointFlow } from './server/records.ts';
