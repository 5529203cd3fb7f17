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
