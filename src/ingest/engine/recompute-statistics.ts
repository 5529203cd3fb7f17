import type { Basin } from '#contract/basin/basin.ts';
import { throwIfStopped } from '#domain/import-stopped.ts';
import { applyStatisticSetting, rebuildStatistics } from '#server/db/build-statistics.ts';
import type { Store } from '#server/db/store.ts';

/** What a running portal is asked to import, if it shall compute all statistics again instead. */
export const statisticsSource = 'statistics';

/** Whether the basin's statistics leave provisional values out. */
export function isApprovedOnly({ statistics }: Basin): boolean {
  return statistics?.approved_only ?? false;
}

/**
 * Computes all statistics again, with the basin's setting, and says how many.
 * @throws ImportStopped
 */
export async function recomputeStatistics(
  store: Store,
  basin: Basin,
  { signal, onProgress }: { signal?: AbortSignal; onProgress: (message: string) => void },
): Promise<{ status: 'succeeded' }> {
  const began = performance.now();
  await applyStatisticSetting(store, isApprovedOnly(basin));
  const { records, rows } = await rebuildStatistics(store, { signal, onProgress });
  throwIfStopped(signal);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  onProgress(`Statistics: ${records} records, ${rows} rows, in ${seconds} s.`);
  return { status: 'succeeded' };
}
