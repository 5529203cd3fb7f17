import { createAccessToken, listAccessTokens, revokeAccessToken } from './access-tokens.ts';
import { mockResetPassword, mockSignIn, mockSignUp, readAccountUser } from './account.ts';
import { listSiteCards, readBasket, saveBasket } from './basket.ts';
import { readBrief } from './brief.ts';
import { cancelBulk, downloadBulkFile, readBulk, writeBulk } from './bulk.ts';
import { readDailyData, readDayClasses, readRevisions } from './daily-data.ts';
import {
  readBriefLink,
  readDailyLink,
  readFillLink,
  readGainsLink,
  readMonthlyGainsLink,
  readOutlookLink,
  readSeasonGainLink,
  readSitesLink,
  readSnowLink,
  readStatisticsLink,
} from './data-links.ts';
import { readDemonstration, removeDemonstration } from './demonstration.ts';
import { downloadDocument, listDocumentEditions, withdrawDocumentEdition } from './documents.ts';
import type { Endpoint } from './endpoint.ts';
import { downloadFile, uploadFile } from './files.ts';
import { readFill } from './fill.ts';
import { readHeadline } from './headline.ts';
import { listHealthYears, listHucHealth, listSiteHealth } from './hydro-health.ts';
import {
  cancelImport,
  listImportRuns,
  readCurrentImport,
  readImportRun,
  readImportSchedule,
  saveImportSchedule,
  startImport,
} from './imports.ts';
import { readIngestStatus } from './ingest-status.ts';
import { readLookup } from './lookups.ts';
import { listOfficialForecasts, readOfficialStatistics } from './official-statistics.ts';
import { listOutlooks, readOutlook } from './outlook.ts';
import { blockPerson, endAccessToken, endSessions, listPeople, removePerson } from './people.ts';
import { readProductionMonth, saveProductionMonth } from './production-months.ts';
import {
  listConditions,
  listMapFilters,
  listMapLayers,
  listMapSources,
  listWells,
  readMapGeometry,
  readSiteLatest,
} from './public-map.ts';
import { readReachGainSeason } from './reach-gain-season.ts';
import { readSitePage, readSiteSeason } from './site-page.ts';
import { readHealth, readReady, readVersion } from './system.ts';
import {
  listLatestValues,
  listSeriesHuc8s,
  listSeriesLocations,
  listSeriesParameters,
  listSiteSummaries,
  listTimeseriesFilters,
  saveTimeseriesFilter,
} from './time-series.ts';
import {
  createTimeseriesView,
  deleteTimeseriesView,
  listTimeseriesViews,
  saveTimeseriesView,
} from './time-series-views.ts';
import {
  listAnalysisLocations,
  listAnalysisParameters,
  listAnalysisSeries,
  listReachLocations,
  readReachGains,
  readReachGainsOfAllYears,
  readReachGainsToDate,
  readStanding,
  readWaterYears,
} from './water-year.ts';

/** Every call of the API except those of the content models, which derive from config/models. */
export const endpoints: readonly Endpoint[] = [
  readHealth,
  readReady,
  readVersion,
  readHeadline,
  readBrief,
  listOutlooks,
  readOutlook,
  readFill,
  listWells,
  listMapSources,
  listMapLayers,
  listMapFilters,
  listConditions,
  readMapGeometry,
  readSiteLatest,
  readSitePage,
  readSiteSeason,
  listSiteSummaries,
  listLatestValues,
  listSeriesHuc8s,
  listSeriesParameters,
  listSeriesLocations,
  listTimeseriesFilters,
  saveTimeseriesFilter,
  listTimeseriesViews,
  createTimeseriesView,
  saveTimeseriesView,
  deleteTimeseriesView,
  listSiteCards,
  readBasket,
  saveBasket,
  readDailyData,
  readDayClasses,
  readRevisions,
  readDailyLink,
  readStatisticsLink,
  readGainsLink,
  readMonthlyGainsLink,
  readSeasonGainLink,
  readSnowLink,
  readSitesLink,
  readBriefLink,
  readOutlookLink,
  readFillLink,
  readBulk,
  writeBulk,
  cancelBulk,
  downloadBulkFile,
  readDemonstration,
  removeDemonstration,
  listAnalysisParameters,
  listAnalysisLocations,
  listReachLocations,
  listAnalysisSeries,
  readWaterYears,
  readStanding,
  readReachGains,
  readReachGainsOfAllYears,
  readReachGainsToDate,
  readReachGainSeason,
  listHealthYears,
  listSiteHealth,
  listHucHealth,
  readIngestStatus,
  startImport,
  readCurrentImport,
  cancelImport,
  readImportSchedule,
  saveImportSchedule,
  listImportRuns,
  readImportRun,
  readOfficialStatistics,
  listOfficialForecasts,
  readLookup,
  readProductionMonth,
  saveProductionMonth,
  uploadFile,
  downloadFile,
  downloadDocument,
  listDocumentEditions,
  withdrawDocumentEdition,
  readAccountUser,
  listAccessTokens,
  createAccessToken,
  revokeAccessToken,
  listPeople,
  blockPerson,
  endSessions,
  endAccessToken,
  removePerson,
  mockSignIn,
  mockSignUp,
  mockResetPassword,
];
