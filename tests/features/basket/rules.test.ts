import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addSite,
  maxBasketSites,
  mergeBaskets,
  moveSite,
  parseBasket,
  pathOfSharedSites,
  readSharedSites,
  reconcileBaskets,
  removeSite,
  withoutSharedSites,
} from '#features/basket/rules.ts';
import { forAll } from '../../support/for-all.ts';

const many = (count: number) => Array.from({ length: count }, (_, at) => at + 1);
const full = many(maxBasketSites);

describe('a basket', () => {
  test.each([
    ['a site at the end', [3, 1], 2, [3, 1, 2]],
    ['no site twice', [3, 1], 3, [3, 1]],
    ['no site to a full basket', full, 99, full],
  ])('adds %s', (_, basket, site, expected) => {
    expect(addSite(basket, site)).toEqual(expected);
  });

  test.each([
    ['a site', [3, 1, 2], 1, [3, 2]],
    ['nothing for a site that it does not have', [3, 1], 9, [3, 1]],
    ['nothing from an empty one', [], 9, []],
  ])('removes %s', (_, basket, site, expected) => {
    expect(removeSite(basket, site)).toEqual(expected);
  });

  test.each([
    ['towards the start', 2, -1, [1, 2, 3].with(0, 2).with(1, 1)],
    ['towards the end', 2, 1, [1, 3, 2]],
    ['not beyond the start', 1, -1, [1, 2, 3]],
    ['not beyond the end', 3, 1, [1, 2, 3]],
    ['not what it does not have', 9, 1, [1, 2, 3]],
  ] as const)('moves a site %s', (_, site, step, expected) => {
    expect(moveSite([1, 2, 3], site, step)).toEqual(expected);
  });
});

describe('merging baskets', () => {
  test.each([
    ['puts the account’s sites first', [1, 2], [3, 2, 4], { sites: [1, 2, 3, 4], added: [3, 4], left: [] }],
    ['adds nothing of an empty basket', [1], [], { sites: [1], added: [], left: [] }],
    ['takes over into an empty basket', [], [2, 2, 1], { sites: [2, 1], added: [2, 1], left: [] }],
    [
      'names what does not fit',
      full.slice(1),
      [40, 41],
      { sites: [...full.slice(1), 40], added: [40], left: [41] },
    ],
    ['counts what a full basket has already as nothing', full, [1, 2], { sites: full, added: [], left: [] }],
  ])('%s', (_, account, browser, expected) => {
    expect(mergeBaskets(account, browser)).toEqual(expected);
  });

  const basket = fc.uniqueArray(fc.integer({ min: 1, max: 45 }), { maxLength: maxBasketSites });

  test('loses no site and repeats none', () =>
    forAll([basket, basket], 100, (account, browser) => {
      const { sites, added, left } = mergeBaskets(account, browser);
      expect(sites).toEqual([...account, ...added]);
      expect(new Set(sites).size).toBe(sites.length);
      expect(sites.length).toBeLessThanOrEqual(maxBasketSites);
      expect(new Set([...sites, ...left])).toEqual(new Set([...account, ...browser]));
    }));

  test.each([
    ['an addition here and one there', [1], [1, 2], [1, 3], [1, 3, 2]],
    ['a removal here and an addition there', [1, 2], [2], [1, 2, 3], [2, 3]],
    ['a removal on both sides', [1, 2], [2], [2], [2]],
    ['a removal there of what was moved here', [1, 2, 3], [3, 1, 2], [1, 3], [3, 1]],
    ['an order here', [1, 2, 3], [3, 2, 1], [1, 2, 3], [3, 2, 1]],
    ['an order there', [1, 2, 3], [1, 2, 3, 4], [3, 2, 1], [3, 2, 1, 4]],
    ['the same addition on both sides', [1], [1, 2], [1, 2], [1, 2]],
    ['additions before anything was read', [], [5], [1, 2], [5, 1, 2]],
  ])('reconciles %s', (_, base, mine, theirs, expected) => {
    expect(reconcileBaskets(base, mine, theirs).sites.toSorted()).toEqual(expected.toSorted());
    expect(reconcileBaskets(base, mine, theirs).left).toEqual([]);
  });

  test('has the order of who changed it', () => {
    expect(reconcileBaskets([1, 2, 3], [3, 2, 1], [1, 2, 3]).sites).toEqual([3, 2, 1]);
    expect(reconcileBaskets([1, 2, 3], [1, 2, 3], [3, 2, 1]).sites).toEqual([3, 2, 1]);
    expect(reconcileBaskets([1, 2, 3], [3, 1, 2], [1, 3]).sites).toEqual([3, 1]);
    expect(reconcileBaskets([1], [1, 2], [1, 3]).sites).toEqual([1, 3, 2]);
  });

  test('has every addition of both sides and no removal, up to the maximum', () =>
    forAll([basket, basket, basket], 100, (base, mine, theirs) => {
      const { sites, left } = reconcileBaskets(base, mine, theirs);
      const wanted = new Set([...mine, ...theirs]);
      for (const site of base) if (!(mine.includes(site) && theirs.includes(site))) wanted.delete(site);
      expect(new Set([...sites, ...left])).toEqual(wanted);
      expect(sites.length + left.length).toBe(wanted.size);
      expect(sites.length).toBeLessThanOrEqual(maxBasketSites);
    }));

  test('changes nothing where only one side has changed', () =>
    forAll([basket, basket], 100, (base, changed) => {
      expect(reconcileBaskets(base, base, changed).sites).toEqual(changed);
      expect(reconcileBaskets(base, changed, base).sites).toEqual(changed);
    }));
});

describe('the sites of a link', () => {
  test.each([
    ['start=2020-01-01', undefined],
    ['sites=12,345', { sites: [12, 345], faults: [] }],
    ['sites=12%2C345', { sites: [12, 345], faults: [] }],
    ['on=2021-05-14&sites=12', { sites: [12], faults: [] }],
    ['sites=', { sites: [], faults: ['This link names no sites.'] }],
    ['sites=,,', { sites: [], faults: ['This link names no sites.'] }],
    ['sites=x', { sites: [], faults: ['1 entry of this link is not the number of a site.'] }],
    [
      'sites=0,-1,1.5,01,1e3,9999999999,7',
      { sites: [7], faults: ['6 entries of this link are not the number of a site.'] },
    ],
    ['sites=7,8,7', { sites: [7, 8], faults: ['1 entry repeats a site.'] }],
    ['sites=7,7,7', { sites: [7], faults: ['2 entries repeat a site.'] }],
    ['sites= 7 , 8', { sites: [7, 8], faults: [] }],
    ['sites=%3Cscript%3E', { sites: [], faults: ['1 entry of this link is not the number of a site.'] }],
    [
      `sites=${many(31).join(',')}`,
      { sites: full, faults: ['This link has 31 sites; the first 30 are shown, 1 is not.'] },
    ],
    [
      `sites=${many(40).join(',')},x,1`,
      {
        sites: full,
        faults: [
          '1 entry of this link is not the number of a site.',
          '1 entry repeats a site.',
          'This link has 40 sites; the first 30 are shown, 10 are not.',
        ],
      },
    ],
  ])('%s', (query, expected) => {
    expect(readSharedSites(query)).toEqual(expected);
  });

  test('are those that were shared', () =>
    forAll(
      [fc.uniqueArray(fc.integer({ min: 1, max: 999_999_999 }), { minLength: 1, maxLength: 30 })],
      100,
      (sites) => {
        const { search } = new URL(pathOfSharedSites(sites), 'https://example.org');
        expect(readSharedSites(search.slice(1))).toEqual({ sites, faults: [] });
      },
    ));

  test('are taken out of an address that has more', () => {
    expect(withoutSharedSites('on=2021-05-14&sites=1,2')).toBe('on=2021-05-14');
    expect(withoutSharedSites('sites=1')).toBe('');
  });

  test('are never an error, whatever the link says', () =>
    forAll([fc.string()], 100, (text) => {
      const { sites } = readSharedSites(new URLSearchParams({ sites: text }).toString()) ?? { sites: [] };
      expect(sites.length).toBeLessThanOrEqual(maxBasketSites);
    }));
});

describe('a stored basket', () => {
  test.each([
    [null, []],
    ['', []],
    ['{', []],
    ['{"a":1}', []],
    ['"12"', []],
    ['[1,2]', [1, 2]],
    ['[1,"2",null,2.5,-3,0,1,1e12,4]', [1, 4]],
    [JSON.stringify(many(50)), full],
  ])('%s', (text, expected) => {
    expect(parseBasket(text)).toEqual(expected);
  });
});
