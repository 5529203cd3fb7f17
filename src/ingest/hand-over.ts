import * as z from 'zod/mini';
import { readPortalFile } from '#server/db/portal-file.ts';
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
  { onProgress, send = fetch }: { onProgress: (message: string) => void; send?: typeof fetch },
): Promise<{ status: string }> {
  const { port, secret } = readPortalFile(dataDir);
  onProgress('The portal has the database open, so it runs the import.');
  let response: Response;
  try {
    response = await send(`http://127.0.0.1:${port}/internal/ingest`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-portal-secret': secret },
      body: JSON.stringify(request),
    });
  } catch (cause) {
    throw new HandOverFailed(
      `The portal on port ${port} does not answer. Stop it, or try again in a moment.`,
      { cause },
    );
  }
  if (!response.ok || !response.body) {
    throw new HandOverFailed(`The portal did not accept the import: ${await reasonIn(response)}`);
  }
  try {
    for await (const line of linesOf(response.body)) {
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

async function reasonIn(response: Response): Promise<string> {
  const text = await response.text();
  try {
    const problem = z.object({ detail: z.string() }).safeParse(JSON.parse(text));
    if (problem.success) return problem.data.detail;
  } catch {
    // Not JSON: show the text itself.
  }
  return text.slice(0, 200) || `status ${response.status}`;
}

async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of body) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.trim()) yield line;
  }
  if (rest.trim()) yield rest;
}
