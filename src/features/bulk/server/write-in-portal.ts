import { setTimeout } from 'node:timers/promises';
import { callPortal } from '#server/db/portal-file.ts';
import { type BulkManifest, BulkStatus } from '../contract.ts';
import { BulkFailed } from './write-set.ts';

export type WriteInPortalOptions = {
  readonly onProgress: (message: string) => void;
  readonly send?: typeof fetch;
};

const askEveryMs = 1000;

/**
 * Has the portal that has the embedded database open write the Parquet files, and waits for them.
 * @throws BulkFailed, FolderInUse
 */
export async function writeInPortal(
  dataDir: string,
  { onProgress, send }: WriteInPortalOptions,
): Promise<BulkManifest> {
  const ask = async (method: 'GET' | 'POST') => {
    const answer = await callPortal(dataDir, {
      method,
      path: '/internal/bulk',
      refusal: 'The portal did not write the files',
      createError: (message, options) => new BulkFailed(message, options),
      send,
    });
    return BulkStatus.parse(await answer.json());
  };
  onProgress('The portal has the database open, so it writes the files.');
  let status = await ask('POST');
  while (status.state === 'writing') {
    await setTimeout(askEveryMs);
    status = await ask('GET');
  }
  if (status.failure) throw new BulkFailed(status.failure.message);
  if (!status.manifest) throw new BulkFailed('The portal stopped before it had written the files.');
  return status.manifest;
}
