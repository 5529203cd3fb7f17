import type { FastifyInstance } from 'fastify';
import { createAccessToken, listAccessTokens, revokeAccessToken } from '#contract/access-tokens.ts';
import type { PersonalTokens } from '../../access/personal-tokens.ts';
import type { Store } from '../../db/store.ts';
import { unauthorized } from '../../http/problems.ts';
import { registerEndpoint } from '../../http/register-endpoint.ts';
import type { Caller } from '../../plugins/access.ts';
import { createToken, deleteToken, readTokens } from './tokens.ts';

/** Tokens are read where they are written, so that everybody sees at once what they have created. */
export function registerAccessTokenRoutes(app: FastifyInstance, store: Store, tokens: PersonalTokens) {
  registerEndpoint(app, listAccessTokens, async ({ caller }) => readTokens(store, subjectOf(caller)), {
    maxAge: 'never',
  });
  registerEndpoint(
    app,
    createAccessToken,
    async ({ caller, body }) => createToken(store, subjectOf(caller), body),
    { successStatus: 201 },
  );
  registerEndpoint(app, revokeAccessToken, async ({ caller, params: { id } }) => {
    tokens.forget(await deleteToken(store, subjectOf(caller), id));
    return { id };
  });
}

function subjectOf(caller: Caller | undefined): string {
  if (!caller) throw unauthorized('none');
  return caller.subject;
}
