import * as accessTokens from './access-tokens.ts';
import * as account from './account.ts';
import * as analogYears from './analog-years.ts';
import * as basket from './basket.ts';
import * as brief from './brief.ts';
import * as bulk from './bulk.ts';
import * as carryOver from './carry-over.ts';
import * as dailyData from './daily-data.ts';
import * as dataLinks from './data-links.ts';
import * as demonstration from './demonstration.ts';
import * as documents from './documents.ts';
import type { Endpoint } from './endpoint.ts';
import * as files from './files.ts';
import * as fill from './fill.ts';
import * as headline from './headline.ts';
import * as hydroHealth from './hydro-health.ts';
import * as imports from './imports.ts';
import * as ingestStatus from './ingest-status.ts';
import * as lookups from './lookups.ts';
import * as officialStatistics from './official-statistics.ts';
import * as outlook from './outlook.ts';
import * as people from './people.ts';
import * as productionMonths from './production-months.ts';
import * as publicMap from './public-map.ts';
import * as reachBoard from './reach-board.ts';
import * as reachGainSeason from './reach-gain-season.ts';
import * as river from './river.ts';
import * as sitePage from './site-page.ts';
import * as snowBoard from './snow-board.ts';
import * as system from './system.ts';
import * as timeSeries from './time-series.ts';
import * as timeSeriesViews from './time-series.ts';
import * as waterYear from './water-year.ts';

/** Every call of the API except those of the content models, which derive from config/models. */
export const endpoints: readonly Endpoint[] = [
  system.readHealth,
  system.readReady,
  system.readVersion,
  headline.readHeadline,
  brief.readBrief,
  river.readRiver,
  outlook.listOutlooks,
  outlook.readOutlook,
  fill.readFill,
  carryOver.readCarryOver,
  publicMap.listWells,
  publicMap.listMapSources,
  publicMap.listMapLayers,
  publicMap.listMapFilters,
  publicMap.listConditions,
  publicMap.readConditionSeason,
  publicMap.readMapGeometry,
  sitePage.readSiteLatest,
  sitePage.readSitePage,
  sitePage.readSiteSeason,
  timeSeries.listSiteSummaries,
  timeSeries.listLatestValues,
  timeSeries.listSeriesHuc8s,
  timeSeries.listSeriesParameters,
  timeSeries.listSeriesLocations,
  timeSeries.listTimeseriesFilters,
  timeSeries.saveTimeseriesFilter,
  timeSeriesViews.listTimeseriesViews,
  timeSeriesViews.createTimeseriesView,
  timeSeriesViews.saveTimeseriesView,
  timeSeriesViews.deleteTimeseriesView,
  basket.listSiteCards,
  basket.readBasket,
  basket.saveBasket,
  dailyData.readDailyData,
  dailyData.readDayClasses,
  dailyData.readRevisions,
  dataLinks.readDailyLink,
  dataLinks.readStatisticsLink,
  dataLinks.readGainsLink,
  dataLinks.readMonthlyGainsLink,
  dataLinks.readSeasonGainLink,
  dataLinks.readSnowLink,
  dataLinks.readSitesLink,
  dataLinks.readBriefLink,
  dataLinks.readRiverLink,
  dataLinks.readOutlookLink,
  dataLinks.readFillLink,
  dataLinks.readCarryOverLink,
  bulk.readBulk,
  bulk.writeBulk,
  bulk.cancelBulk,
  bulk.downloadBulkFile,
  demonstration.readDemonstration,
  demonstration.removeDemonstration,
  waterYear.listAnalysisParameters,
  waterYear.listAnalysisLocations,
  waterYear.listReachLocations,
  waterYear.listAnalysisSeries,
  waterYear.readWaterYears,
  waterYear.readStanding,
  waterYear.readReachGains,
  waterYear.readReachGainsOfAllYears,
  waterYear.readReachGainsToDate,
  reachGainSeason.readReachGainSeason,
  reachBoard.readReachBoard,
  analogYears.readAnalogYears,
  hydroHealth.listHealthYears,
  hydroHealth.listSiteHealth,
  hydroHealth.listHucHealth,
  snowBoard.readSnowBoard,
  snowBoard.readSnowGroup,
  ingestStatus.readIngestStatus,
  imports.startImport,
  imports.readCurrentImport,
  imports.cancelImport,
  imports.readImportSchedule,
  imports.saveImportSchedule,
  imports.listImportRuns,
  imports.readImportRun,
  officialStatistics.readOfficialStatistics,
  officialStatistics.listOfficialForecasts,
  lookups.readLookup,
  productionMonths.readProductionMonth,
  productionMonths.saveProductionMonth,
  files.uploadFile,
  files.downloadFile,
  documents.downloadDocument,
  documents.listDocumentEditions,
  documents.withdrawDocumentEdition,
  account.readAccountUser,
  accessTokens.listAccessTokens,
  accessTokens.createAccessToken,
  accessTokens.revokeAccessToken,
  people.listPeople,
  people.blockPerson,
  people.endSessions,
  people.endAccessToken,
  people.removePerson,
  account.mockSignIn,
  account.mockSignUp,
  account.mockResetPassword,
];
