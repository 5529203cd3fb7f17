import type { Feature } from '#contract/feature.ts';
import { account } from './account/feature.ts';
import { agencyForecasts } from './agency-forecasts/feature.ts';
import { alerts } from './alerts/feature.ts';
import { analogYears } from './analog-years/feature.ts';
import { announcements } from './announcements/feature.ts';
import { basinDraft } from './basin-draft/feature.ts';
import { basket } from './basket/feature.ts';
import { bulk } from './bulk/feature.ts';
import { carryOver } from './carry-over/feature.ts';
import { conditions } from './conditions/feature.ts';
import { derivedSeries } from './derived-series/feature.ts';
import { editions } from './editions/feature.ts';
import { embeds } from './embeds/feature.ts';
import { files } from './files/feature.ts';
import { fill } from './fill/feature.ts';
import { forecast } from './forecast/feature.ts';
import { importStatus } from './import-status/feature.ts';
import { imports } from './imports/feature.ts';
import { ogc } from './ogc/feature.ts';
import { outlook } from './outlook/feature.ts';
import { ownRecords } from './own-records/feature.ts';
import { people } from './people/feature.ts';
import { productionEntry } from './production-entry/feature.ts';
import { publicMap } from './public-map/feature.ts';
import { reachBoard } from './reach-board/feature.ts';
import { reachGains } from './reach-gains/feature.ts';
import { records } from './records/feature.ts';
import { river } from './river/feature.ts';
import { savedViews } from './saved-views/feature.ts';
import { search } from './search/feature.ts';
import { sentinel } from './sentinel/feature.ts';
import { sitePage } from './site-page/feature.ts';
import { siteSummary } from './site-summary/feature.ts';
import { snotel } from './snotel/feature.ts';
import { snowGroups } from './snow-groups/feature.ts';
import { timeSeries } from './time-series/feature.ts';
import { today } from './today/feature.ts';
import { tokens } from './tokens/feature.ts';
import { waterYears } from './water-years/feature.ts';

/** The features that have a manifest: a line each is all that is written of them elsewhere. */
export const features: readonly Feature[] = [
  publicMap,
  today,
  forecast,
  timeSeries,
  waterYears,
  reachGains,
  derivedSeries,
  files,
  records,
  savedViews,
  basket,
  sitePage,
  search,
  importStatus,
  imports,
  productionEntry,
  ownRecords,
  account,
  people,
  agencyForecasts,
  ogc,
  bulk,
  announcements,
  editions,
  tokens,
  basinDraft,
  embeds,
  reachBoard,
  river,
  snotel,
  sentinel,
  siteSummary,
  snowGroups,
  conditions,
  analogYears,
  outlook,
  fill,
  carryOver,
  alerts,
];
