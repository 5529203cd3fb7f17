import { parametersQuery } from '#server/daily-values/queries.ts';
import type { RegisterFeature } from '#server/feature-services.ts';
import { registerEndpoint } from '#server/http/register-endpoint.ts';
import {
  listSeriesHuc8s,
  listSeriesParameters,
  listTimeseriesFilters,
  saveTimeseriesFilter,
} from '../contract.ts';
import { huc8sQuery } from './huc8s.ts';
import { readUserFilters, saveUserFilter } from './user-filters.ts';

/** Saved filters are read where they are written, so that people see at once what they have saved. */
export const registerRoutes: RegisterFeature = (app, { store, valueAccess: { cacheListByCaller } }) => {
  registerEndpoint(app, listSeriesHuc8s, cacheListByCaller(huc8sQuery));
  registerEndpoint(app, listSeriesParameters, cacheListByCaller(parametersQuery));
  registerEndpoint(app, listTimeseriesFilters, ({ caller }) => readUserFilters(store, caller));
  registerEndpoint(app, saveTimeseriesFilter, ({ caller, body }) => saveUserFilter(store, caller, body));
};
