import { publicEnvironment } from '#config/environment.ts';
import type { Endpoint, ResponseOf } from '#contract/endpoint.ts';
import {
  createRequester,
  describeFailure,
  type Requester,
  RequestFailed,
  type RequestOptions,
} from '#contract/request.ts';
import { demonstrationHeader } from '#lib/demonstration.ts';
import { accessToken, endSession } from '#session/session.ts';
import { TokenUnavailable } from '#session/session-core.ts';
import { doubtDemonstrationMark } from './demonstration-mark.ts';
import { recordResponse } from './last-responses.ts';

/** The requester of all islands. It adds the session's bearer token where necessary. */
export const request = withBearerToken(
  createRequester({
    origin: publicEnvironment.PUBLIC_API_ORIGIN,
    onResponse: ({ method, hasSecret }, { path, status, headers, body }) => {
      recordResponse({ method, path, outcome: status, body: hasSecret ? undefined : body });
      if (status < 400 && !headers.has(demonstrationHeader.name)) void doubtDemonstrationMark();
    },
    onFailure: (failure, call) => {
      if (failure.reason === 'offline' || failure.reason === 'timeout') {
        recordResponse({ ...call, outcome: failure.message, body: undefined });
      }
      // A screen that was left cancels its calls, which is no problem.
      (failure.reason === 'cancelled' ? console.info : console.warn)(describeFailure(failure, call));
    },
  }),
  { accessToken, onRefused: () => endSession('revoked') },
);

export type TokenSource = {
  /** Gets the access token; undefined without a session. */
  accessToken(options?: { forced?: boolean }): Promise<string | undefined>;
  /** Called when the API refuses a renewed token, too. */
  onRefused(): void;
};

const sessionEndedMessage = 'Your session has ended. Sign in again to continue.';

/**
 * Wraps a requester: adds the bearer token to requests for guarded endpoints, and to others with `identify`. With
 * `identify`, open values are asked for without a session, too. A token that the API refuses is renewed once; a second refusal ends the session.
 */
export function withBearerToken(request: Requester, { accessToken, onRefused }: TokenSource): Requester {
  async function requestToken(forced: boolean): Promise<string | undefined> {
    try {
      return await accessToken({ forced });
    } catch (error) {
      if (error instanceof TokenUnavailable) throw new RequestFailed('offline', error.message);
      throw error;
    }
  }

  return async (endpoint, input, options: RequestOptions = {}) => {
    if (options.token !== undefined || !usesToken(endpoint, options))
      return request(endpoint, input, options);

    async function send(isRenewed: boolean): Promise<ResponseOf<typeof endpoint>> {
      const token = await requestToken(isRenewed);
      if (options.signal?.aborted) throw new RequestFailed('cancelled', 'The request was cancelled.');
      if (token === undefined && needsSession(endpoint, options))
        throw new RequestFailed('refused', sessionEndedMessage);
      if (token === undefined) return request(endpoint, input, options);
      try {
        return await request(endpoint, input, { ...options, token });
      } catch (error) {
        if (!isUnauthorized(error)) throw error;
        if (!isRenewed) return send(true);
        onRefused();
        throw error;
      }
    }

    return send(false);
  };
}

function usesToken({ access }: Endpoint, { identify }: RequestOptions): boolean {
  return access !== 'open' || identify === true;
}

function needsSession({ access }: Endpoint, { identify }: RequestOptions): boolean {
  return access !== 'open' && !(access === 'open-values' && identify === true);
}

function isUnauthorized(error: unknown): boolean {
  return error instanceof RequestFailed && error.status === 401;
}
