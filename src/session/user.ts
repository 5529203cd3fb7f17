/** The roles of the portal, as tokens name them. */
export type SessionRole = 'Developer' | 'Administrator' | 'User';

/** Who is signed in, out of the identity token's claims. */
export type SessionUser = {
  readonly sub: string;
  readonly name: string;
  readonly email: string;
  /** Address of a picture, or the empty string. */
  readonly picture: string;
  readonly roles: readonly SessionRole[];
  readonly isDeveloper: boolean;
  readonly isAdmin: boolean;
  readonly isUser: boolean;
};

/**
 * The user of an identity token's claims; undefined without a `sub`. Roles the portal does not know are left out.
 * It names nothing outside itself, because its source is also written into every page's head.
 */
export function userFromClaims(claims: unknown, rolesClaim: string): SessionUser | undefined {
  if (typeof claims !== 'object' || claims === null) return undefined;
  const all = new Map<string, unknown>(Object.entries(claims));
  function text(name: string): string {
    const value = all.get(name);
    return typeof value === 'string' ? value : '';
  }
  const sub = text('sub');
  if (sub === '') return undefined;
  const claimed = all.get(rolesClaim);
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

/**
 * One or two letters that stand for a name without a picture.
 * It names nothing outside itself, because its source is also written into every page's head.
 */
export function toInitials(name: string): string {
  const nameParts = name
    .replace(/@.*/, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  const last = nameParts.length > 1 ? nameParts[nameParts.length - 1] : undefined;
  const letters = [nameParts[0], last].map((word) => (word ? ([...word][0] ?? '') : ''));
  return letters.join('').toUpperCase() || '?';
}

/**
 * Which of the audiences of menu items someone belongs to, separated by spaces.
 * It names nothing outside itself, because its source is also written into every page's head.
 */
export function audiencesOf(user: SessionUser): string {
  return ['signed-in', user.isDeveloper ? 'developer' : '', user.isAdmin ? 'administrator' : '']
    .filter(Boolean)
    .join(' ');
}
