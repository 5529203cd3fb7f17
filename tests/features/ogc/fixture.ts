import { expect } from 'vitest';
import type { Link } from '#features/ogc/contract.ts';
import type { Store } from '#server/db/store.ts';
import { insertFixture } from '../../support/fixture-data.ts';
import { insertSyntheticSites } from '../../support/synthetic-sites.ts';
import type { TestApp } from '../../support/test-app.ts';

/** Sites of all kinds: 230 over the basin, one without values, a hidden one, and one whose id is no plain text. */
export async function insertOgcFixture(store: Store): Promise<void> {
  await insertFixture(store);
  await insertSyntheticSites(store, 230);
  await store.query(`
    insert into location (loc_ndx, loc_id, loc_name, loc_type_ndx, data_provider_ndx, latitude_dd, longitude_dd,
      is_shown)
    overriding system value values
    (11, 'NEW/A B?', 'Åhus «new»', 10, 9, 43.5, -112, true), (12, 'HIDDEN', 'Hidden', 10, 9, 43.5, -112, false)`);
  await store.query(`insert into location_parameter values (12, 1, '1850-01-01', '2024-01-01', 9, 1, 9)`);
  await store.query(`insert into huc8 (huc8_ndx, huc8_code, huc8_name) values (9, '17040299', 'Unmapped')`);
  await store.query(`update huc8 set boundary = '{"type":"MultiPolygon","coordinates":[
    [[[-112,43],[-111,43],[-111.5,44],[-112,43]]],[[[-110,43],[-109,43],[-109.5,44],[-110,43]]]]}' where huc8_ndx = 2`);
}

const origin = 'http://localhost:4321';

/** The path of an address of the API itself; another address fails the test. */
export function pathIn(href: string): string {
  expect(href.startsWith(`${origin}/ogc`), href).toBe(true);
  return href.slice(origin.length);
}

/** Gets JSON, which must be there, of one of the API's media types. */
export async function getJson(portal: TestApp, url: string, headers: Record<string, string> = {}) {
  const answer = await portal.send({ url, headers });
  expect([url, answer.statusCode, answer.payload.slice(0, 300)]).toEqual([url, 200, expect.anything()]);
  return answer.json();
}

/** The path of the only link with this relation. */
export function pathOfLink(links: readonly Link[], rel: string): string {
  const found = links.filter((link) => link.rel === rel);
  expect(found.map((link) => link.rel)).toEqual([rel]);
  return pathIn(found[0]?.href ?? '');
}

/** Follows the links `next` from a page of features; the path of each page with the page. */
export async function* followPages(portal: TestApp, first: string) {
  let path: string | undefined = first;
  while (path !== undefined) {
    const page: { links: Link[]; features: { id: string }[]; numberReturned: number } = await getJson(
      portal,
      path,
    );
    yield page;
    const next: Link | undefined = page.links.find(({ rel }) => rel === 'next');
    path = next && pathIn(next.href);
  }
}
