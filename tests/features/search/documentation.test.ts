import { describe, expect, test } from 'vitest';
import { createSearchEngine } from '#lib/search-engine.ts';
import { featureParts } from '../../support/feature-parts.ts';
import { readDocumentation } from './read-index.ts';

const engine = createSearchEngine(readDocumentation(), { limit: 60 });
const find = (text: string) =>
  engine(text)
    .slice(0, 20)
    .map(({ entry }) => entry);
const addresses = (text: string) => find(text).map(({ href }) => href.replace('/documentation/', ''));

describe('the search of the documentation', () => {
  test.each([
    ['a basin of your own', 'recipes/your-own-basin'],
    ['your own basin', 'recipes/your-own-basin'],
    ['acre-foot', 'glossary#acre-foot'],
    ['how do I restore a backup', 'deploy'],
    ['add a model', 'recipes/add-a-model'],
  ])('%s leads to %s', (text, page) => {
    expect(addresses(text)[0]).toMatch(new RegExp(`^${page}(#|$)`));
  });

  test.each<readonly [text: string, page: string]>([
    ['anouncement', 'guide/content-records'],
    ['anouncements', 'guide/content-records'],
    ['snow watr equivalent', 'glossary#snow-water-equivalent'],
    ['reservior', 'guide/site-page'],
    ['exceedence', 'naming'],
    ['gage hieght', 'glossary#stage'],
    ['depoly', 'deploy'],
    ['percentle', 'glossary'],
    ['postgressql', 'recipes/move-to-postgresql'],
    ['retsore', 'deploy'],
    ['tributery', 'guide/tributary-forecast'],
    ['sentinal', 'guide/sentinel-well-dashboard'],
    ['forcast', 'guide/forecast-supply'],
    ['wateryear comparision', 'guide/water-year-comparison'],
    ['provisonal', 'glossary'],
    ['contributting', 'contributing'],
    ['glosary', 'glossary'],
    ['arcitecture', 'architecture'],
    ['identety provider', 'recipes/bring-your-own-identity-provider'],
    ['streamflw', 'glossary'],
    ...featureParts.flatMap(({ searches = [] }) => searches),
  ])('%s, misspelled, still leads to %s', (text, page) => {
    expect(addresses(text).some((each) => each.startsWith(page))).toBe(true);
  });

  test('the guide comes before decisions about the same thing', () => {
    for (const text of ['map', 'snowpack', 'content records', 'time series', 'imports', 'signing in']) {
      const found = find(text);
      const firstDecision = found.findIndex(({ isDecision }) => isDecision);
      const guideAfter = found.slice(firstDecision).some(({ isDecision }) => !isDecision);
      expect(firstDecision > 0 && guideAfter, text).toBe(false);
      expect(found[0]?.isDecision, text).toBeUndefined();
    }
  });

  test('a decision is found by its title', () => {
    expect(addresses('several machines')).toContain('decisions/0019-several-machines');
  });

  test.each(['zzzzqqqq', '', '?!', '   '])('%j finds nothing', (text) => {
    expect(find(text)).toEqual([]);
  });
});
