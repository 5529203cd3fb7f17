import { property } from '#lib/stored-json.ts';

/** A role of the portal, as tokens name it. */
export type SessionRole = 'Developer' | 'Administrator' | 'User';

/** The person who is signed in, from the claims of the identity token. */
export type SessionUser = {
  readonly sub: string;
  readonly name: string;
  readonly email: string;
  /** The address of a picture, or the empty string. */
  readonly picture: string;
  readonly roles: readonly SessionRole[];
  readonly isDeveloper: boolean;
  readonly isAdmin: boolean;
  readonly isUser: boolean;
};

/** Reads the user from an identity token's claims; undefined without a `sub`. Unknown roles are left out. */
export function userFromClaims(claims: unknown, rolesClaim: string): SessionUser | undefined {
  function text(name: string): string {
    const value = property(claims, name);
    return typeof value === 'string' ? value : '';
  }
  const sub = text('sub');
  if (sub === '') return undefined;
  const claimed = property(claims, rolesClaim);
  const given: unknown[] = Array.isArray(claimed) ? claimed : [];
  const known: readonly SessionRole[] = ['Developer', 'Administrator', 'User'];
  const roles = known.filter((role) => given.includes(role));
  const picture = text('picture');
  return {
    sub,
    name: text('name') || text('nickname') || text('email') || sub,
    email: text('email'),
    picture: /^(https?:\/\/|\/(?![/\\]))/.test(picture) ? picture : '',
    roles,
    isDeveloper: roles.includes('Developer'),
    isAdmin: roles.includes('Administrator'),
    isUser: roles.includes('User'),
  };
}

/** Makes the one or two letters shown for a user without a picture: `Uma van der User` → `UU`. */
export function toInitials(name: string): string {
  const nameParts = name
    .replace(/@.*/, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  const last = nameParts.length > 1 ? nameParts[nameParts.length - 1] : undefined;
  const letters = [nameParts[0], last].map((word) => (word ? ([...word][0] ?? '') : ''));
  return letters.join('').toUpperCase() || '?';
}

/** Lists the audiences that a user belongs to, separated by spaces, as `data-sees` of the page holds them. */
export function audiencesOf(user: SessionUser): string {
  return ['signed-in', user.isDeveloper ? 'developer' : '', user.isAdmin ? 'administrator' : '']
    .filter(Boolean)
    .join(' ');
}
