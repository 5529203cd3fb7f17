import { expect, test } from 'vitest';
import { briefRequest, insertBriefFixture, markSeries } from '../../support/brief-fixture.ts';
import { describeOneEngine } from '../../support/engines.ts';
import { sharePortal } from '../../support/shared-store.ts';

describeOneEngine('a feature of a series', (open) => {
  const { portal } = sharePortal(open, {
    insert: async (store) => {
      await insertBriefFixture(store);
      await store.query('update location set data_provider_ndx = 9');
      await markSeries(store, ['G1']);
    },
    brief: briefRequest,
    openProviders: ['USGS'],
  });

  test('says whether its values are synthetic, and who delivered the others', async () => {
    const { features } = (await portal.send('/ogc/collections/streamflow/items', 'Developer')).json() as {
      features: { id: string; properties: object }[];
    };
    expect(features.length).toBeGreaterThan(1);
    for (const { id, properties } of features) {
      const isSynthetic = id === 'G1';
      expect(properties).toMatchObject({
        is_demonstration: isSynthetic,
        delivered_by: isSynthetic ? 'USGS' : 'USBR HydroMet',
      });
    }
  });
});
