import * as z from 'zod/mini';
import { callPortal, readPortalFile } from '#server/db/portal-file.ts';
import { linesOf } from './reading/read-source-file.ts';
import type { SourceRequest } from './source.ts';

/** The running portal did not accept the import, or the import failed there; `message` says why. */
export class HandOverFailed extends Error {
  override name = 'HandOverFailed';
}

const Event = z.discriminatedUnion('type', [
  z.object({ type: z.literal('progress'), message: z.string() }),
  z.object({ type: z.literal('done'), report: z.looseObject({ status: z.string() }) }),
  z.object({ type: z.literal('failed'), message: z.string() }),
]);

export type HandOverRequest = SourceRequest & {
  source: string;
  keepCurrent?: boolean | undefined;
};

/**
 * Asks the portal that has the embedded database open to run an import, and passes on its progress. Returns the report.
 * @throws HandOverFailed, FolderInUse
 */
export async function handOver(
  dataDir: string,
  request: HandOverRequest,
  { onProgress, send }: { onProgress: (message: string) => void; send?: typeof fetch },
): Promise<{ status: string }> {
  // Where no portal is ready, nothing is said before the refusal.
  readPortalFile(dataDir);
  onProgress('The portal has the database open, so it runs the import.');
  const { body } = await callPortal(dataDir, {
    method: 'POST',
    path: '/internal/ingest',
    body: request,
    refusal: 'The portal did not accept the import',
    createError: (message, options) => new HandOverFailed(message, options),
    send,
  });
  try {
    for await (const line of body ? linesOf(body.pipeThrough(new TextDecoderStream())) : []) {
      if (line.trim() === '') continue;
      const event = Event.parse(JSON.parse(line));
      if (event.type === 'progress') onProgress(event.message);
      else if (event.type === 'done') return event.report;
      else throw new HandOverFailed(`The import failed: ${event.message}`);
    }
  } catch (cause) {
    if (cause instanceof HandOverFailed) throw cause;
    throw new HandOverFailed(
      'The connection to the portal was lost. Check Import Status to see whether the import is still running.',
      { cause },
    );
  }
  throw new HandOverFailed('The portal stopped before the import finished. Start the import again.');
}
