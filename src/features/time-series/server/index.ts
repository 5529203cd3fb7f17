import type { RegisterFeature } from '#server/feature-services.ts';
import { registerEndpoint } from '#server/http/register-endpoint.ts';
import { parametersQuery } from '#server/site-lists.ts';
import { loadFills } from '../../fills.ts';
import {
  listSeriesHuc8s,
  listSeriesParameters,
  listTimeseriesFilters,
  saveTimeseriesFilter,
} from '../contract.ts';
import type { PrepareRows } from './computed-rows.ts';
import { registerDailyLink } from './daily-link.ts';
import { registerDailyRoutes } from './daily-routes.ts';
import { huc8sQuery } from './huc8s.ts';
import { readUserFilters, saveUserFilter } from './user-filters.ts';

export {
  type DailyGroup,
  firstDay,
  type KnownPeriod,
  lastDay,
  type PrepareRows,
} from './computed-rows.ts';
export { type DailyHeads, type DailyParameter, type DailyRows, readDailyHeads } from './daily-data.ts';
export {
  type AskedFile,
  checkRowCount,
  type Download,
  dailyCsv,
  readDownload,
} from './daily-download.ts';
export type { DailyQuery } from './daily-queries.ts';
export { toDailySeries } from './daily-text.ts';

/** Saved filters are read where they are written, so that people see at once what they have saved. */
export const registerRoutes: RegisterFeature = (app, services) => {
  const { store, valueAccess } = services;
  const { cacheListByCaller } = valueAccess;
  registerEndpoint(app, listSeriesHuc8s, cacheListByCaller(huc8sQuery));
  registerEndpoint(app, listSeriesParameters, cacheListByCaller(parametersQuery));
  registerEndpoint(app, listTimeseriesFilters, ({ caller }) => readUserFilters(store, caller));
  registerEndpoint(app, saveTimeseriesFilter, ({ caller, body }) => saveUserFilter(store, caller, body));
  registerDailyRoutes(app, services);
  app.register(async (scope) => {
    const [prepareRows] = await loadFills<PrepareRows>('daily-file-series');
    registerDailyLink(scope, services, prepareRows);
  });
};
