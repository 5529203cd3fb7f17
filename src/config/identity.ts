import type { Role } from '#contract/account.ts';

/** Where the identity provider sends people back to; it also is the page that asks a visitor to sign in. */
export const callbackPath = '/secret';

/** What the portal asks of the identity provider, besides who someone is. */
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

/** The accounts of the built-in identity provider; the first is the demo account of the mock sign-in. */
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

/** The password of all of them, as the sign-in page says. */
export const demoPassword = 'water-year';
