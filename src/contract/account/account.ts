import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';

/** The roles that a token may have; each sets one flag of the user. */
export const Role = z.enum(['Developer', 'Administrator', 'User']);
export type Role = z.output<typeof Role>;

/** The caller as the server identifies it: the token's `sub`, its roles, and the flags they set. */
export const AccountUser = z.object({
  sub: z.string(),
  roles: z.array(Role),
  isDeveloper: z.boolean(),
  isAdmin: z.boolean(),
  isUser: z.boolean(),
});
export type AccountUser = z.output<typeof AccountUser>;

export const readAccountUser = defineEndpoint({
  summary: 'The caller’s identity and roles, as the server reads them from the token',
  method: 'GET',
  path: '/api/account/user',
  access: 'signed-in',
  response: AccountUser,
});

const mock = { method: 'POST', access: 'open', errors: [401, 404], subject: 'Demo identity' } as const;
const credentials = z.strictObject({
  email: z.string().check(z.maxLength(200)),
  password: z.string().check(z.maxLength(200)),
});

/** The demo account, as the mock sign-in returns it. */
const DemoUser = z.object({
  sub: z.string(),
  name: z.string(),
  email: z.string(),
  roles: z.array(Role),
});

export const mockSignIn = defineEndpoint({
  ...mock,
  summary: 'Demo mode only: signs in the one demo account, or 401 `Please check your email and password`',
  path: '/api/auth/sign-in',
  body: credentials,
  response: z.object({ user: DemoUser }),
});

export const mockSignUp = defineEndpoint({
  ...mock,
  summary: 'Demo mode only: accepts the one demo account; nothing is stored',
  path: '/api/auth/sign-up',
  body: credentials,
  response: z.object({ user: DemoUser }),
});

export const mockResetPassword = defineEndpoint({
  ...mock,
  summary: 'Demo mode only: accepts the address of the one demo account; nothing is sent',
  path: '/api/auth/reset-password',
  body: z.strictObject({ email: z.string().check(z.maxLength(200)) }),
  response: z.object({ message: z.string() }),
});
