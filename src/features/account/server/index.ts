import { readLastBackup } from '#server/backup/last-backup.ts';
import { countDemonstration } from '#server/db/demonstration.ts';
import type { RegisterFeature } from '#server/feature-services.ts';
import { registerEndpoint } from '#server/http/register-endpoint.ts';
import { readPublication } from '../contract.ts';
import { describePublication } from './publication.ts';

export const registerRoutes: RegisterFeature = (app, { store, config }) => {
  registerEndpoint(app, readPublication, async () =>
    describePublication(config, {
      demonstration: await countDemonstration(store),
      lastBackup: readLastBackup(config.dataDir),
      now: new Date(),
    }),
  );
};
