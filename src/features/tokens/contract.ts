import * as z from 'zod/mini';
import { AccessToken } from '#contract/account/access-tokens.ts';
import { defineEndpoint } from '#contract/endpoint.ts';
import { nameOf } from '#contract/record-fields.ts';
import { Day } from '#contract/time-series.ts';
import { maxTokenNameLength } from '#domain/access-token.ts';

/** `secret` is what a script sends as its bearer token; no other answer ever contains it. */
export const NewAccessToken = z.object({ ...AccessToken.shape, secret: z.string() });
export type NewAccessToken = z.output<typeof NewAccessToken>;

const shared = { access: 'signed-in' } as const;

export const listAccessTokens = defineEndpoint({
  ...shared,
  summary: 'The caller’s personal access tokens, the newest first, without their secrets',
  method: 'GET',
  path: '/api/tokens',
  maxAge: 'never',
  response: z.array(AccessToken),
});

/** 409 for the 21st token that has not ended. A personal access token may not create others: 403. */
export const createAccessToken = defineEndpoint({
  ...shared,
  summary: 'Creates a personal access token for scripts, which may only read; its secret is shown this once',
  method: 'POST',
  path: '/api/tokens',
  body: z.strictObject({
    name: nameOf(maxTokenNameLength),
    /** From today to 366 days ahead. */
    ends_on: Day,
  }),
  successStatus: 201,
  response: NewAccessToken,
  hasSecret: true,
  errors: [409],
});

export const revokeAccessToken = defineEndpoint({
  ...shared,
  summary: 'Revokes one of the caller’s personal access tokens at once, in other processes within 5 seconds',
  method: 'DELETE',
  path: '/api/tokens/:id',
  params: z.object({ id: z.uuid('must be the id of an access token') }),
  response: z.object({ id: z.uuid() }),
  errors: [404],
});
