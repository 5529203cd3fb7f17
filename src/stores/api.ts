import { createRequester } from '#client/request.ts';
import { publicEnvironment } from '#config/environment.ts';
import { accessToken, endSession } from './auth.ts';
import { authorize } from './authorized.ts';
import { $lastAnswers } from './last-answers.ts';

/** The one requester of the page's islands; it signs the calls of a signed-in session that need it. */
export const request = authorize(
  createRequester({
    origin: publicEnvironment.PUBLIC_API_ORIGIN,
    onAnswer: ({ name }, answer) => $lastAnswers.setKey(name, { ...answer, at: Date.now() }),
  }),
  { accessToken, refused: () => endSession('revoked') },
);
