import { features } from '#features/index.ts';

/** A page of the portal. The address is matched exactly. */
export type Route = {
  readonly path: string;
  /** The page's name: in its title, its heading, the top bar and the menus. */
  readonly label: string;
  /** `signed-in` pages send a visitor to sign in and back again. */
  readonly guard: 'open' | 'signed-in';
  /** The page of the user's guide about it, under /documentation/guide. */
  readonly guide?: string;
};

const open = { guard: 'open' } as const;
const guarded = { guard: 'signed-in' } as const;

/**
 * Every page of the portal. `/models` stands for the pages under it, `…/document` and `/sites/site` for the pages of each
 * document and each site.
 */
export const routes: readonly Route[] = [
  { path: '/', label: 'Home', ...open },
  { path: '/404', label: 'Page not found', ...open },
  { path: '/coming-soon', label: 'Coming Soon', ...open },

  { path: '/account/logout', label: 'Log out', ...open },
  { path: '/auth/logout', label: 'Log out', ...open },
  { path: '/secret', label: 'Sign in', ...open },
  { path: '/private', label: 'Blank Page', ...guarded },
  { path: '/dashboard', label: 'Default Dashboard', ...guarded },

  { path: '/about', label: 'About', ...open },
  { path: '/changelog', label: 'Changelog', ...open },
  { path: '/support', label: 'Support', ...open },
  { path: '/privacy', label: 'Privacy', ...open },
  { path: '/terms', label: 'Terms of Service', ...open },
  { path: '/documentation', label: 'Documentation', ...open },
  { path: '/documentation/introduction', label: 'Introduction', ...open },
  { path: '/documentation/getting-started', label: 'Getting Started', ...open },
  { path: '/documentation/crud', label: 'CRUD', ...open },
  { path: '/documentation/deploy', label: 'Deploy', ...open },
  { path: '/documentation/state-management', label: 'State Management', ...open },
  { path: '/documentation/support', label: 'Support', ...open },

  ...features.flatMap(({ pages = [] }) => pages.filter(({ isUnlisted }) => !isUnlisted)),
];

/** Finds the page of an address; a trailing slash does not matter. */
export function findRoute(pathname: string): Route | undefined {
  const path = pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname;
  const known = path
    .replace(/^\/models\/.*/, '/models')
    .replace(/^(\/documents\/public-docs)\/.+/, '$1/document')
    .replace(/^(\/sites)\/[1-9]\d*$/, '$1/site');
  return routes.find((route) => route.path === known);
}

/** The label of the page at an address. @throws Error for an address without a page */
export function routeLabel(pathname: string): string {
  const route = findRoute(pathname);
  if (!route) throw new Error(`There is no route for ${pathname}.`);
  return route.label;
}
