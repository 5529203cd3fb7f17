import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { signInPath } from '#config/navigation.ts';
import { findRoute, routeLabel, routes } from '#config/routes.ts';
import { features } from '#features/index.ts';

const pages = path.resolve(import.meta.dirname, '../../../src/pages');

describe('the routes', () => {
  const ofFeatures = features.flatMap(({ pages: own = [] }) => own.map((page) => page.path));

  it.each(routes.filter(({ path: address }) => !ofFeatures.includes(address)))(
    '$path has its page',
    ({ path: address }) => {
      const name = address === '/' ? '/index' : address;
      const files = [`${name}.astro`, `${name}/index.astro`].map((file) => path.join(pages, file));
      const document = path.join(pages, '../../content', `${address}.md`);
      expect([...files, document].some((file) => existsSync(file))).toBe(true);
    },
  );

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
    expect(routeLabel('/about/')).toBe('About');
    expect(() => routeLabel('/abou')).toThrow('There is no route for /abou.');
  });
});

describe('signInPath', () => {
  it('has the address to return to in the hash', () => {
    expect(signInPath('/watershed-overview/map-of-sites')).toBe('/secret#/watershed-overview/map-of-sites');
  });
});
