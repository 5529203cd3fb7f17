import { createHmac, randomBytes } from 'node:crypto';
import { isSameSecret } from '../is-same-secret.ts';
import { normalizeEmail } from './accounts.ts';
import type { IdentityKeys } from './keys.ts';

const halfYearSeconds = 180 * 24 * 60 * 60;

/**
 * A cookie by which a browser shows that the owner of an account has signed in there before. It signs nobody in: it
 * only gives the browser a quota of guesses of its own.
 */
export type KnownBrowserCookie = {
  /** Creates a `Set-Cookie` header for the account of an e-mail address. */
  create(email: string): string;
  /** The id of the browser, if its cookie is for this account. */
  read(cookieHeader: string | undefined, email: string): string | undefined;
};

export function createKnownBrowserCookie(
  origin: string,
  { cookies: [newestKey = '', ...olderKeys] }: Pick<IdentityKeys, 'cookies'>,
): KnownBrowserCookie {
  const { port, protocol } = new URL(origin);
  const name = `portal-known-${port}`;
  const attributes = [
    'path=/interaction',
    `max-age=${halfYearSeconds}`,
    'samesite=strict',
    ...(protocol === 'https:' ? ['secure'] : []),
    'httponly',
  ].join('; ');

  return {
    create(email) {
      const id = randomBytes(16).toString('base64url');
      return `${name}=${id}.${sign(newestKey, id, email)}; ${attributes}`;
    },
    read(cookieHeader = '', email) {
      const pairs = cookieHeader.split(';').map((pair) => pair.trim());
      for (const pair of pairs.filter((each) => each.startsWith(`${name}=`))) {
        const [id = '', signature = ''] = pair.slice(name.length + 1).split('.');
        const keys = [newestKey, ...olderKeys];
        if (keys.some((key) => isSameSecret(signature, sign(key, id, email)))) return id;
      }
      return undefined;
    },
  };
}

function sign(key: string, id: string, email: string) {
  return createHmac('sha256', key)
    .update(`known browser ${id} ${normalizeEmail(email)}`)
    .digest('base64url');
}
