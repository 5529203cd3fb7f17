import { createRequester, describeFailure } from '#client/request.ts';
import { publicEnvironment } from '#config/environment.ts';
import { withBearerToken } from '#session/bearer-token.ts';
import { accessToken, endSession } from '#session/session.ts';
import { $lastResponses } from './last-responses.ts';

/** The requester of all islands. It adds the session's bearer token where necessary. */
export const request = withBearerToken(
  createRequester({
    origin: publicEnvironment.PUBLIC_API_ORIGIN,
    onResponse: ({ name }, response) => $lastResponses.setKey(name, { ...response, receivedAt: Date.now() }),
    // A screen that was left cancels its calls, which is no problem.
    onFailure: (failure, call) =>
      (failure.reason === 'cancelled' ? console.info : console.warn)(describeFailure(failure, call)),
  }),
  { accessToken, onRefused: () => endSession('revoked') },
);
