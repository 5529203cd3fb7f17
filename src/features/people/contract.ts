import * as z from 'zod/mini';
import { AccessToken } from '#contract/account/access-tokens.ts';
import { defineEndpoint } from '#contract/endpoint.ts';

/**
 * Somebody who has signed in. `last_seen_at` is ISO 8601 in UTC and noted once an hour. `sessions` is null where an
 * identity provider other than the portal's own has them.
 */
export const Person = z.object({
  subject: z.string(),
  last_seen_at: z.string(),
  is_blocked: z.boolean(),
  sessions: z.nullable(z.int()),
  tokens: z.array(AccessToken),
});
export type Person = z.output<typeof Person>;

const shared = { access: 'administrator', maxAge: 'never' } as const;
const subject = z.string().check(
  z.minLength(1),
  z.maxLength(500),
  z.refine((text) => !text.includes('\0'), 'has a character that no subject has'),
);
const done = { response: z.object({ subject: z.string() }), errors: [404] } as const;

export const listPeople = defineEndpoint({
  ...shared,
  summary: 'The people who have signed in, who was seen last first, with their sessions and access tokens',
  method: 'GET',
  path: '/api/people',
  response: z.array(Person),
});

/** 409 for the caller’s own account. Blocking ends the sessions and tokens for good; unblocking lets the person sign in. */
export const blockPerson = defineEndpoint({
  ...shared,
  summary: 'Refuses a person from now on, with all of their sessions and access tokens, or no longer',
  method: 'PUT',
  path: '/api/people/:subject/block',
  params: z.object({ subject }),
  body: z.strictObject({ is_blocked: z.boolean() }),
  ...done,
  errors: [404, 409],
});

/** 409 where the sessions are those of another identity provider. */
export const endSessions = defineEndpoint({
  ...shared,
  summary: 'Ends the sessions of a person, who has to sign in again',
  method: 'DELETE',
  path: '/api/people/:subject/sessions',
  params: z.object({ subject }),
  ...done,
  errors: [404, 409],
});

export const endAccessToken = defineEndpoint({
  ...shared,
  summary: 'Revokes an access token of any person',
  method: 'DELETE',
  path: '/api/people/:subject/tokens/:id',
  params: z.object({ subject, id: z.uuid('must be the id of an access token') }),
  ...done,
});

/** 409 for the caller’s own account. A person who is blocked stays listed and blocked. */
export const removePerson = defineEndpoint({
  ...shared,
  summary: 'Ends the sessions and access tokens of a person who has left, and forgets the person',
  method: 'DELETE',
  path: '/api/people/:subject',
  params: z.object({ subject }),
  ...done,
  errors: [404, 409],
});
