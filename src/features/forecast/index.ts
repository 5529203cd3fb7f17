export type { ForecastTab, ForecastTabProps } from './screen/tabs.ts';
