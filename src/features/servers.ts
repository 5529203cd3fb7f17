import type { HookName } from '#contract/feature.ts';
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

/** What the features give for a hook of the server, in the order of the list. */
export async function loadFills<Fill>(hook: HookName): Promise<readonly Fill[]> {
  const filling = features.filter(({ fills = [] }) => fills.includes(hook));
  const modules = filling.map(
    ({ name }): Promise<{ default: Fill }> => import(`./${name}/server/fills/${hook}.ts`),
  );
  return (await Promise.all(modules)).map((each) => each.default);
}
