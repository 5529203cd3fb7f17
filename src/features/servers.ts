import type { RegisterFeature } from '#server/feature-services.ts';
import { features } from './index.ts';

async function loadServer(name: string): Promise<RegisterFeature> {
  const { registerRoutes }: { registerRoutes: RegisterFeature } = await import(`./${name}/server/index.ts`);
  return registerRoutes;
}

/** What registers the routes of each feature that has some, in the order of the list. */
export const featureServers = await Promise.all(
  features.filter(({ hasServer }) => hasServer).map(({ name }) => loadServer(name)),
);
