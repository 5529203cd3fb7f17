import type { HookName } from '#contract/feature.ts';
import { features } from './index.ts';

/** What the features give for a hook of the server, in the order of the list. */
export async function loadFills<Fill>(hook: HookName): Promise<readonly Fill[]> {
  const filling = features.filter(({ fills = [] }) => fills.includes(hook));
  const modules = filling.map(
    ({ name }): Promise<{ default: Fill }> => import(`./${name}/server/fills/${hook}.ts`),
  );
  return (await Promise.all(modules)).map((each) => each.default);
}
