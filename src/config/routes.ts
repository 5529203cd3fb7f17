export type LayoutName = 'main' | 'wide' | 'auth' | 'presentation' | 'fullscreen-map';

/** A page of the portal. The address is matched exactly. */
export type Route = {
  readonly path: string;
  /** The label in the page's title and its heading. */
  readonly label: string;
  readonly layout: LayoutName;
  /** `signed-in` pages send a visitor to sign in and back again. */
  readonly guard: 'open' | 'signed-in';
  /** The page of the user's guide about it, below /documentation/guide. */
  readonly guide?: string;
};

const open = { guard: 'open' } as const;
const guarded = { guard: 'signed-in' } as const;
const main = { layout: 'main' } as const;
const wide = { layout: 'wide' } as const;
const auth = { layout: 'auth' } as const;
const map = { layout: 'fullscreen-map' } as const;

/** Every page of the portal. `/models` stands for the pages below it, too. */
export const routes: readonly Route[] = [
  { path: '/', label: 'Home', layout: 'presentation', ...open },
  { path: '/404', label: 'Page not found', ...auth, ...open },
  { path: '/coming-soon', label: 'Coming Soon', ...main, ...open },

  { path: '/watershed-overview/map-of-sites', label: 'Map of Sites', ...map, ...open, guide: 'public-map' },
  { path: '/map', label: 'Map of Sites', ...map, ...open, guide: 'public-map' },
  {
    path: '/watershed-overview/site-summary-table',
    label: 'Site Summary Table',
    ...wide,
    ...guarded,
    guide: 'site-summary-table',
  },

  {
    path: '/data-analysis-tools/forecast-supply',
    label: 'Forecast Supply',
    ...main,
    ...guarded,
    guide: 'forecast-supply',
  },
  {
    path: '/data-analysis-tools/tributary-forecast',
    label: 'Tributary Forecast (Coming Soon)',
    ...main,
    ...guarded,
    guide: 'tributary-forecast',
  },
  {
    path: '/data-analysis-tools/time-series-comparison',
    label: 'Time Series Comparisons',
    ...wide,
    ...guarded,
    guide: 'time-series-comparison',
  },
  {
    path: '/data-analysis-tools/water-year-comparison',
    label: 'Water Year Comparisons',
    ...main,
    ...guarded,
    guide: 'water-year-comparison',
  },
  {
    path: '/data-analysis-tools/reach-gains-comparison',
    label: 'Reach Gains Comparisons',
    ...main,
    ...guarded,
    guide: 'reach-gains-comparison',
  },
  {
    path: '/data-analysis-tools/snotel-swe-data',
    label: 'SNOTEL SWE Data',
    ...main,
    ...guarded,
    guide: 'snotel-swe-data',
  },
  {
    path: '/data-analysis-tools/sentinel-well-dashboard',
    label: 'Sentinel Well Dashboard',
    ...main,
    ...guarded,
    guide: 'sentinel-well-dashboard',
  },

  { path: '/resources/summary-of-datasets', label: 'Files', ...main, ...guarded, guide: 'files' },
  { path: '/documents/public-docs', label: 'Public Files', ...main, ...open, guide: 'files' },
  {
    path: '/data-access/well-production-data-entry',
    label: 'Well Production Data Entry',
    ...main,
    ...guarded,
    guide: 'well-production',
  },
  {
    path: '/data-access/import-status',
    label: 'Import Status',
    ...wide,
    ...guarded,
    guide: 'import-status',
  },
  { path: '/models', label: 'Models', ...wide, ...guarded, guide: 'content-records' },

  { path: '/account', label: 'Your Account', ...main, ...guarded, guide: 'signing-in' },
  { path: '/account/profile', label: 'Profile', ...main, ...guarded, guide: 'signing-in' },
  { path: '/account/logout', label: 'Log out', ...auth, ...open },
  { path: '/auth/logout', label: 'Log out', ...auth, ...open },
  { path: '/secret', label: 'Sign in', ...auth, ...open },
  { path: '/private', label: 'Blank Page', ...main, ...guarded },
  { path: '/dashboard', label: 'Default Dashboard', ...main, ...guarded },

  { path: '/about', label: 'About', ...main, ...open },
  { path: '/changelog', label: 'Changelog', ...main, ...open },
  { path: '/support', label: 'Support', ...main, ...open },
  { path: '/privacy', label: 'Privacy', ...main, ...open },
  { path: '/terms', label: 'Terms of Service', ...main, ...open },
  { path: '/documentation', label: 'Documentation', ...main, ...open },
  { path: '/documentation/introduction', label: 'Introduction', ...main, ...open },
  { path: '/documentation/getting-started', label: 'Getting Started', ...main, ...open },
  { path: '/documentation/crud', label: 'CRUD', ...main, ...open },
  { path: '/documentation/deploy', label: 'Deploy', ...main, ...open },
  { path: '/documentation/state-management', label: 'State Management', ...main, ...open },
  { path: '/documentation/support', label: 'Support', ...main, ...open },
];

/** The page at an address; a trailing slash is the same page. */
export function findRoute(pathname: string): Route | undefined {
  const path = pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname;
  const known = path.startsWith('/models/') ? '/models' : path;
  return routes.find((route) => route.path === known);
}
