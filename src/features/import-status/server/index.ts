import { todayInBasin } from '#lib/basin-clock.ts';
import { countDemonstration } from '#server/db/demonstration.ts';
import type { RegisterFeature } from '#server/feature-services.ts';
import { registerEndpoint } from '#server/http/register-endpoint.ts';
import { listRecordFreshness, listSourceStatuses } from '#server/imports/ingest-status.ts';
import { readDemonstration, readIngestStatus } from '../contract.ts';

export const registerRoutes: RegisterFeature = (app, { store }) => {
  registerEndpoint(app, readIngestStatus, async () => ({
    sources: await listSourceStatuses(store),
    records: await listRecordFreshness(store, todayInBasin(new Date())),
  }));

  registerEndpoint(app, readDemonstration, () => countDemonstration(store));
};
