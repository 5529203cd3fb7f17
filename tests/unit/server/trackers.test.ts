import { expect, test } from 'vitest';
import { withoutTrackers } from '#server/http/trackers.ts';

test.each([
  ['/embed/brief?utm_source=news&theme=dark', '/embed/brief?theme=dark'],
  ['/embed/brief?fbclid=x', '/embed/brief'],
  [
    '/api/data/daily.csv?site=a%26b,c&gclid=1&parameter=Depth+to+Water&msclkid=&_=17',
    '/api/data/daily.csv?site=a%26b,c&parameter=Depth+to+Water',
  ],
  ['/api/figures/storage?_', '/api/figures/storage'],
  ['/?mc_cid=1&mc_eid=2', '/'],
])('leaves what others add to a link out: %s', (address, own) => {
  expect(withoutTrackers(address)).toBe(own);
});

test.each([
  '/embed/brief',
  '/embed/brief?theme=dark',
  '/embed/brief?',
  '/embed/brief?utm=1&xutm_source=2&fbclid2=3&__=4&ref=5&FBCLID=6',
  '/api/data/daily.csv?site=fbclid&parameter=_',
  '/ogc/collections?fbclid=x',
  '*',
])('leaves other addresses as they are: %s', (address) => {
  expect(withoutTrackers(address)).toBe(address);
});
