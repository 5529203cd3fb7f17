import { mockResetPassword, mockSignIn, mockSignUp, readAccountUser } from './account.ts';
import type { Endpoint } from './endpoint.ts';
import { listHealthYears, listHucHealth, listSiteHealth } from './hydro-health.ts';
import { listMapFilters, listMapLayers, listMapSources, listWells, readMapGeometry } from './public-map.ts';
import { readHealth, readVersion } from './system.ts';
import {
  listSeriesHuc8s,
  listSeriesLocations,
  listSeriesParameters,
  listSiteSummaries,
  listTimeseriesFilters,
  readDailyData,
  saveTimeseriesFilter,
} from './time-series.ts';

import {
  listAnalysisLocations,
  listAnalysisParameters,
  listAnalysisSeries,
  listReachLocations,
  readReachGains,
  readReachGainsOfAllYears,
  readStanding,
  readWaterYears,
} from './water-year.ts';

/** Every call of the API: the server mounts them all, and a test holds each to its access rule. */
export const endpoints: readonly Endpoint[] = [
  readHealth,
  readVersion,
  listWells,
  listMapSources,
  listMapLayers,
  listMapFilters,
  readMapGeometry,
  listSiteSummaries,
  listSeriesHuc8s,
  listSeriesParameters,
  listSeriesLocations,
  listTimeseriesFilters,
  saveTimeseriesFilter,
  readDailyData,
  listAnalysisParameters,
  listAnalysisLocations,
  listReachLocations,
  listAnalysisSeries,
  readWaterYears,
  readStanding,
  readReachGains,
  readReachGainsOfAllYears,
  listHealthYears,
  listSiteHealth,
  listHucHealth,
  readAccountUser,
  mockSignIn,
  mockSignUp,
  mockResetPassword,
];
