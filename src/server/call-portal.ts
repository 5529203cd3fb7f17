import * as z from 'zod/mini';
import { readPortalFile } from './db/portal-file.ts';

export type PortalCall = {
  readonly method: 'GET' | 'POST';
  readonly path: `/internal/${string}`;
  /** What to say before the portal's reason, e.g. `The portal did not copy its database`. */
  readonly refusal: string;
  readonly createError: (message: string, options?: ErrorOptions) => Error;
  readonly send?: typeof fetch | undefined;
};

/**
 * Calls the portal that has a data folder open, from a command on the same computer. Returns the body of its answer.
 * @throws FolderInUse, and what `createError` makes where the portal is away or refuses
 */
export async function callPortal(
  dataDir: string,
  { method, path, refusal, createError, send = fetch }: PortalCall,
): Promise<unknown> {
  const { port, secret } = readPortalFile(dataDir);
  let response: Response;
  try {
    response = await send(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { 'x-portal-secret': secret },
    });
  } catch (cause) {
    throw createError(`The portal on port ${port} does not answer. Stop it, or try again in a moment.`, {
      cause,
    });
  }
  const body: unknown = await response.json().catch(() => undefined);
  if (response.ok) return body;
  const problem = z.object({ detail: z.string() }).safeParse(body);
  throw createError(`${refusal}: ${problem.data?.detail ?? `status ${response.status}`}`);
}
