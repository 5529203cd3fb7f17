import { createRequester } from '#client/request.ts';
import { publicEnvironment } from '#config/environment.ts';
import { authorize } from '#session/bearer-token.ts';
import { accessToken, endSession } from '#session/session.ts';
import { $lastResponses } from './last-responses.ts';

/** The one requester of the page's islands; it signs the calls of a signed-in session that need it. */
export const request = authorize(
  createRequester({
    origin: publicEnvironment.PUBLIC_API_ORIGIN,
    onResponse: ({ name }, answer) => $lastResponses.setKey(name, { ...answer, receivedAt: Date.now() }),
  }),
  { accessToken, onRefused: () => endSession('revoked') },
);
