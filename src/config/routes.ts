export type LayoutName = 'main' | 'wide' | 'auth' | 'presentation' | 'fullscreen-map';

/** A page of the portal. The address is matched exactly. */
export type Route = {
  readonly path: string;
  /** The label in the page's title and its heading. */
  readonly label: string;
  readonly layout: LayoutName;
  /** `signed-in` pages send a visitor to sign in and back again. */
  readonly guard: 'open' | 'signed-in';
  /** `built`: there is a file for it in pages/. `coming-soon`: the shared page stands in for it. */
  readonly state: 'built' | 'coming-soon';
};

const open = { guard: 'open' } as const;
const guarded = { guard: 'signed-in' } as const;
const built = { state: 'built' } as const;
const coming = { state: 'coming-soon' } as const;
const main = { layout: 'main' } as const;
const wide = { layout: 'wide' } as const;
const auth = { layout: 'auth' } as const;
const map = { layout: 'fullscreen-map' } as const;

/** Every page of the portal. `/models` stands for the pages below it, too. */
export const routes: readonly Route[] = [
  { path: '/', label: 'Home', layout: 'presentation', ...open, ...built },
  { path: '/404', label: 'Page not found', ...auth, ...open, ...built },
  { path: '/coming-soon', label: 'Coming Soon', ...main, ...open, ...coming },

  { path: '/watershed-overview/map-of-sites', label: 'Map of Sites', ...map, ...open, ...built },
  { path: '/map', label: 'Map of Sites', ...map, ...open, ...built },
  {
    path: '/watershed-overview/site-summary-table',
    label: 'Site Summary Table',
    ...wide,
    ...guarded,
    ...built,
  },

  { path: '/data-analysis-tools/forecast-supply', label: 'Forecast Supply', ...main, ...guarded, ...built },
  {
    path: '/data-analysis-tools/tributary-forecast',
    label: 'Tributary Forecast (Coming Soon)',
    ...main,
    ...guarded,
    ...built,
  },
  {
    path: '/data-analysis-tools/time-series-comparison',
    label: 'Time Series Comparisons',
    ...wide,
    ...guarded,
    ...built,
  },
  {
    path: '/data-analysis-tools/water-year-comparison',
    label: 'Water Year Comparisons',
    ...main,
    ...guarded,
    ...built,
  },
  {
    path: '/data-analysis-tools/reach-gains-comparison',
    label: 'Reach Gains Comparisons',
    ...main,
    ...guarded,
    ...built,
  },
  { path: '/data-analysis-tools/snotel-swe-data', label: 'SNOTEL SWE Data', ...main, ...guarded, ...built },
  {
    path: '/data-analysis-tools/sentinel-well-dashboard',
    label: 'Sentinel Well Dashboard',
    ...main,
    ...guarded,
    ...built,
  },

  { path: '/resources/summary-of-datasets', label: 'Files', ...main, ...guarded, ...built },
  { path: '/documents/public-docs', label: 'Public Files', ...main, ...open, ...built },
  {
    path: '/data-access/well-production-data-entry',
    label: 'Well Production Data Entry',
    ...main,
    ...guarded,
    ...built,
  },
  { path: '/models', label: 'Models', ...wide, ...guarded, ...built },

  { path: '/account', label: 'Your Account', ...main, ...guarded, ...built },
  { path: '/account/profile', label: 'Profile', ...main, ...guarded, ...built },
  { path: '/account/logout', label: 'Log out', ...auth, ...open, ...built },
  { path: '/auth/logout', label: 'Log out', ...auth, ...open, ...built },
  { path: '/secret', label: 'Sign in', ...auth, ...open, ...built },
  { path: '/private', label: 'Blank Page', ...main, ...guarded, ...built },
  { path: '/dashboard', label: 'Default Dashboard', ...main, ...guarded, ...built },

  { path: '/about', label: 'About', ...main, ...open, ...coming },
  { path: '/changelog', label: 'Changelog', ...main, ...open, ...coming },
  { path: '/support', label: 'Support', ...main, ...open, ...coming },
  { path: '/privacy', label: 'Privacy', ...main, ...open, ...coming },
  { path: '/terms', label: 'Terms of Service', ...main, ...open, ...coming },
  { path: '/documentation', label: 'Documentation', ...main, ...open, ...coming },
  { path: '/documentation/introduction', label: 'Introduction', ...main, ...open, ...coming },
  { path: '/documentation/getting-started', label: 'Getting Started', ...main, ...open, ...coming },
  { path: '/documentation/crud', label: 'CRUD', ...main, ...open, ...coming },
  { path: '/documentation/deploy', label: 'Deploy', ...main, ...open, ...coming },
  { path: '/documentation/state-management', label: 'State Management', ...main, ...open, ...coming },
  { path: '/documentation/support', label: 'Support', ...main, ...open, ...coming },
];

/** The page at an address; a trailing slash is the same page. */
export function findRoute(pathname: string): Route | undefined {
  const path = pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname;
  const known = path.startsWith('/models/') ? '/models' : path;
  return routes.find((route) => route.path === known);
}
