import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { navigation, signInPath } from '#config/navigation.ts';
import { findRoute, routeLabel, routes } from '#config/routes.ts';

const pages = path.resolve(import.meta.dirname, '../../../src/pages');

/** The routes of the specification, the two that the footer links to, and the developers' pages. */
const specified = [
  '/',
  '/watershed-overview/today',
  '/watershed-overview/river',
  '/watershed-overview/map-of-sites',
  '/watershed-overview/site-summary-table',
  '/data-analysis-tools/forecast-supply',
  '/data-analysis-tools/tributary-forecast',
  '/data-analysis-tools/time-series-comparison',
  '/data-analysis-tools/water-year-comparison',
  '/data-analysis-tools/reach-gains-comparison',
  '/data-analysis-tools/snotel-swe-data',
  '/data-analysis-tools/sentinel-well-dashboard',
  '/data-analysis-tools/workspace',
  '/resources/summary-of-datasets',
  '/documents/public-docs',
  '/documents/public-docs/document',
  '/sites/site',
  '/account',
  '/auth/logout',
  '/private',
  '/secret',
  '/about',
  '/changelog',
  '/documentation',
  '/support',
  '/account/profile',
  '/account/logout',
  '/account/people',
  '/models',
  '/data-access/well-production-data-entry',
  '/404',
  '/coming-soon',
  '/dashboard',
  '/documentation/introduction',
  '/documentation/getting-started',
  '/documentation/crud',
  '/documentation/deploy',
  '/documentation/state-management',
  '/documentation/support',
  '/map',
  '/privacy',
  '/terms',
  '/data-access/import-status',
  '/data-access/official-statistics',
];

describe('the routes', () => {
  it('are those of the specification, each once', () => {
    const paths = routes.map((route) => route.path);
    expect(paths.toSorted()).toEqual(specified.toSorted());
  });

  it.each(routes)('$path has its page', ({ path: address }) => {
    const name = address === '/' ? '/index' : address;
    const files = [`${name}.astro`, `${name}/index.astro`].map((file) => path.join(pages, file));
    const document = path.join(pages, '../../content', `${address}.md`);
    expect([...files, document].some((file) => existsSync(file))).toBe(true);
  });

  it.each(routes.filter(({ guide }) => guide !== undefined))('$path has its guide', ({ guide }) => {
    const file = path.join(pages, `../../content/documentation/guide/${guide}.md`);
    expect(existsSync(file)).toBe(true);
  });

  it('match exactly, except for a trailing slash', () => {
    expect(findRoute('/about')?.label).toBe('About');
    expect(findRoute('/about/')?.label).toBe('About');
    expect(findRoute('/')?.label).toBe('Home');
    expect(findRoute('/about/us')).toBeUndefined();
    expect(findRoute('/abou')).toBeUndefined();
    expect(findRoute('/sites/12/')?.label).toBe('Site');
    expect(findRoute('/sites/012')).toBeUndefined();
    expect(findRoute('/sites')).toBeUndefined();
    expect(routeLabel('/about/')).toBe('About');
    expect(() => routeLabel('/abou')).toThrow('There is no route for /abou.');
  });

  it('are open to visitors as the specification says', () => {
    const open = routes.filter((route) => route.guard === 'open').map((route) => route.path);
    expect(open).toEqual(expect.arrayContaining(['/', '/map', '/documents/public-docs', '/about', '/404']));
    for (const guarded of [
      '/account',
      '/private',
      '/dashboard',
      '/models',
      '/resources/summary-of-datasets',
    ]) {
      expect(findRoute(guarded)?.guard).toBe('signed-in');
    }
  });
});

describe('the sidebar', () => {
  it('has the five groups with their items', () => {
    const groups = navigation.map(({ title, items }) => [title, items.map((item) => item.label)]);
    expect(groups.slice(0, 4)).toEqual([
      ['Watershed Overview', ['Today', 'River', 'Map of Sites', 'Site Summary Table']],
      [
        'Data Analysis Tools',
        [
          'Forecast Supply',
          'Tributary Forecast (Coming Soon)',
          'Time Series Comparisons',
          'Water Year Comparisons',
          'Reach Gains Comparisons',
          'SNOTEL SWE Data',
          'Sentinel Well Dashboard',
          'Workspace',
        ],
      ],
      ['Resources', ['Files']],
      ['Documents', ['Public Files']],
    ]);
    expect(groups[4]?.[0]).toBe('Pages/Account');
  });

  it('shows Documentation, Import Status and Official Statistics only to developers', () => {
    const items = navigation.flatMap((group) => group.items);
    const developers = items.filter((item) => item.visibleTo === 'developer').map((item) => item.path);
    expect(developers).toEqual([
      '/data-access/import-status',
      '/data-access/official-statistics',
      '/documentation',
    ]);
  });
});

describe('signInPath', () => {
  it('has the address to return to in the hash', () => {
    expect(signInPath('/watershed-overview/map-of-sites')).toBe('/secret#/watershed-overview/map-of-sites');
  });
});
