import type { Role } from '#contract/account/account.ts';

/** The page that starts a sign-in; the identity provider redirects back to it. */
export const callbackPath = '/secret';

/** The OAuth scopes that the portal requests. */
export const scopes = [
  'openid',
  'profile',
  'email',
  'offline_access',
  'read:current_user',
  'update:current_user_metadata',
  'read:users',
  'read:roles',
  'read:logs',
] as const;

export type DemoAccount = {
  readonly subject: string;
  readonly name: string;
  readonly email: string;
  readonly roles: readonly Role[];
};

/** The accounts of the built-in identity provider; the mock sign-in accepts the first one. */
export const demoAccounts: readonly DemoAccount[] = [
  {
    subject: 'demo|demo',
    name: 'Demo Account',
    email: 'demo@example.org',
    roles: ['Developer', 'Administrator', 'User'],
  },
  { subject: 'demo|developer', name: 'Dana Developer', email: 'developer@example.org', roles: ['Developer'] },
  {
    subject: 'demo|administrator',
    name: 'Ada Administrator',
    email: 'administrator@example.org',
    roles: ['Administrator'],
  },
  { subject: 'demo|user', name: 'Uma User', email: 'user@example.org', roles: ['User'] },
];

/** The password of all demo accounts, which the sign-in page shows. */
export const demoPassword = 'water-year';
