import { expect, test } from 'vitest';
import { briefRequest, insertBriefFixture, locationOf } from '../../support/brief-fixture.ts';
import { describeOneEngine } from '../../support/engines.ts';
import { shareOther, sharePortal } from '../../support/shared-store.ts';

const gage = locationOf('G1');

describeOneEngine('a season of conditions of providers', (open) => {
  const parts = { brief: briefRequest };
  const { store, portal } = sharePortal(open, {
    ...parts,
    now: '2021-05-14T18:00:00Z',
    insert: insertBriefFixture,
    openProviders: ['USBR HydroMet'],
  });
  const portals = { open: portal, closed: shareOther(store, { ...parts, openProviders: ['USGS'] }) };

  test.each([
    ['open', undefined, true],
    ['closed', undefined, false],
    ['closed', 'User', true],
  ] as const)('that are %s has what %s may see: %s', async (kind, token, isSeen) => {
    const season = await portals[kind].send('/api/public-map/conditions/2021', token);
    expect(season.headers.vary).toMatch(/\bAuthorization\b/);
    const { sites, snow } = season.json();
    expect(sites.some(({ loc_ndx }: { loc_ndx: number }) => loc_ndx === gage)).toBe(isSeen);
    expect(isSeen || snow.length === 0).toBe(true);
  });
});
