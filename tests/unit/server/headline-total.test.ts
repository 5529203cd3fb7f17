import { expect, test } from 'vitest';
import { latestTotal, type SiteValues } from '#server/modules/headline/headline-total.ts';

const site = (values: Record<number, number>, provisional: number[] = []): SiteValues => ({
  values: new Map(Object.entries(values).map(([day, value]) => [Number(day), value])),
  provisional: new Set(provisional),
});

test('sums the sites on their newest day, and seven days earlier', () => {
  const total = latestTotal([site({ 3: 10, 9: 11, 10: 12 }), site({ 3: 100, 10: 90 })], 7);
  expect(total).toEqual({ day: 10, value: 102, newest: 10, before: 110, isProvisional: false });
});

test('takes the last day that all sites have, and says that there is a newer one', () => {
  const total = latestTotal([site({ 1: 5, 8: 6, 9: 7 }), site({ 1: 50, 8: 60 })], 7);
  expect(total).toMatchObject({ day: 8, value: 66, newest: 9, before: 55 });
});

test('knows no change if one site lacks the earlier day', () => {
  expect(latestTotal([site({ 3: 1, 10: 2 }), site({ 10: 3 })], 7)?.before).toBeUndefined();
});

test('is provisional if one of its values is, on the day of the total', () => {
  const approved = site({ 9: 1, 10: 2 });
  expect(latestTotal([approved, site({ 9: 1, 10: 2 }, [10])], 7)?.isProvisional).toBe(true);
  expect(latestTotal([approved, site({ 9: 1, 10: 2 }, [9])], 7)?.isProvisional).toBe(false);
});

test.each<[what: string, sites: SiteValues[]]>([
  ['no sites', []],
  ['a silent site', [site({ 10: 1 }), site({})]],
  ['sites without a common day', [site({ 9: 1 }), site({ 10: 1 })]],
])('is withheld for %s', (_, sites) => {
  expect(latestTotal(sites, 7)).toBeUndefined();
});

test('counts a value of 0 as a value', () => {
  expect(latestTotal([site({ 10: 0 }), site({ 10: 0 })], 7)).toMatchObject({ day: 10, value: 0 });
});
