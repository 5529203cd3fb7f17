import { type Requester, RequestFailed, type RequestOptions } from '#client/request.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { TokenUnavailable } from './session-failures.ts';

export type Tokens = {
  /** Undefined for anyone not signed in. */
  accessToken(options?: { forced?: boolean }): Promise<string | undefined>;
  /** The API will not take the session any more. */
  refused(): void;
};

const over = 'Your session has ended. Sign in again to go on.';

/**
 * A requester that says who is asking where the endpoint needs it, or where `identify` asks for it. A token
 * that the API refuses is renewed once; after a second refusal the session is over.
 */
export function authorize(request: Requester, { accessToken, refused }: Tokens): Requester {
  async function tokenFor(forced: boolean): Promise<string | undefined> {
    try {
      return await accessToken({ forced });
    } catch (error) {
      if (error instanceof TokenUnavailable) throw new RequestFailed('offline', error.message);
      throw error;
    }
  }

  return async (endpoint, parts, options: RequestOptions = {}) => {
    if (options.token !== undefined || !usesToken(endpoint, options))
      return request(endpoint, parts, options);
    const token = await tokenFor(false);
    if (options.signal?.aborted) throw new RequestFailed('cancelled', 'The request was cancelled.');
    if (token === undefined && endpoint.access !== 'open') throw new RequestFailed('refused', over);
    if (token === undefined) return request(endpoint, parts, options);
    try {
      return await request(endpoint, parts, { ...options, token });
    } catch (error) {
      if (!isUnauthorized(error)) throw error;
    }
    const renewed = await tokenFor(true);
    if (renewed === undefined) {
      if (endpoint.access === 'open') return request(endpoint, parts, options);
      throw new RequestFailed('refused', over);
    }
    try {
      return await request(endpoint, parts, { ...options, token: renewed });
    } catch (error) {
      if (isUnauthorized(error)) refused();
      throw error;
    }
  };
}

function usesToken({ access }: Endpoint, { identify }: RequestOptions): boolean {
  return access !== 'open' || identify === true;
}

function isUnauthorized(error: unknown): boolean {
  return error instanceof RequestFailed && error.status === 401;
}
