import type { TestParts } from '../../support/feature-parts.ts';

const gage = '/ogc/collections/streamflow/locations/G1?datetime=2022-06-20/2022-06-30';

export const parts: TestParts = {
  addresses: {
    '/ogc/collections/:collectionId': ['/ogc/collections/sites', '/ogc/collections/nothing'],
    '/ogc/collections/:collectionId/items': [
      '/ogc/collections/sites/items',
      '/ogc/collections/sites/items?limit=x',
    ],
    '/ogc/collections/:collectionId/items/:featureId': ['/ogc/collections/sites/items/1'],
    '/ogc/collections/:collectionId/locations': ['/ogc/collections/reservoir-storage/locations'],
    '/ogc/collections/:collectionId/locations/:locationId': [
      '/ogc/collections/reservoir-storage/locations/R1?datetime=2020-01-01/2020-02-01',
      '/ogc/collections/reservoir-storage/locations/R1?datetime=2020-01-01/2020-02-01&f=CSV',
    ],
  },
  answersWithValues: [
    `${gage}&f=CSV`,
    `${gage}&f=CoverageJSON`,
    '/ogc/collections/streamflow/items',
    '/ogc/collections/streamflow/locations',
    '/ogc/collections/sites/items',
    '/ogc/collections/sites/items/G1',
  ],
  producers: { 'features/ogc/server/location-routes.ts': 'others' },
};
