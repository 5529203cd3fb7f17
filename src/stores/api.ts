import { createRequester, describeFailure } from '#client/request.ts';
import { publicEnvironment } from '#config/environment.ts';
import { withBearerToken } from '#session/bearer-token.ts';
import { accessToken, endSession } from '#session/session.ts';
import { recordResponse } from './last-responses.ts';

/** The requester of all islands. It adds the session's bearer token where necessary. */
export const request = withBearerToken(
  createRequester({
    origin: publicEnvironment.PUBLIC_API_ORIGIN,
    onResponse: ({ method, hasSecret }, { path, status, body }) =>
      recordResponse({ method, path, outcome: status, body: hasSecret ? undefined : body }),
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
