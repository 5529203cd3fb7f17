import { describeFirstImport } from '#lib/demonstration.ts';
import { countDemonstration, endDemonstration, readDemoState } from '#server/db/demonstration.ts';
import type { Queryable, Store, StoreTransaction } from '#server/db/store.ts';
import type { SourceTools } from '../source.ts';

type Progress = Pick<SourceTools, 'onProgress'>;

/** Says what the import of real values removes, if the portal is a demonstration. */
export async function announceFirstImport(from: Queryable, { onProgress }: Progress): Promise<void> {
  if ((await readDemoState(from)).has_data) onProgress(describeFirstImport(await countDemonstration(from)));
}

/**
 * Stores real values in one transaction. The first time, the same transaction removes the demonstration; if it does not end
 * well, nothing was removed.
 */
export async function storeRealValues<T>(
  store: Queryable & Pick<Store, 'engine' | 'transaction'>,
  { run, tools }: { readonly run: number; readonly tools: Progress },
  write: (transaction: StoreTransaction) => Promise<T>,
): Promise<T> {
  const { removed, result } = await store.transaction(async (transaction) => ({
    removed: await endDemonstration(transaction, `import ${run}`, store.engine),
    result: await write(transaction),
  }));
  if (removed) {
    const { series, records } = removed;
    tools.onProgress(`Removed the demonstration: ${series} series and ${records} content records.`);
  }
  return result;
}
