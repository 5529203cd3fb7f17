import { expect, it, test } from 'vitest';
import { measure } from '#features/public-map/screen/drawing/measurement-text.ts';
import { createMeasurements } from '#features/public-map/screen/screen.ts';
import type { Shape } from '#kits/map/index.ts';
import { fakeToasts } from '../../support/fake-server.ts';

const shape: Shape = { id: 1, kind: 'marker', points: [[43, -112]], lat: 43, lon: -112 };

function openScreen(query: string, stored: Map<string, string> = new Map()) {
  const notified: string[] = [];
  fakeToasts().mockImplementation((message) => notified.push(message));
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: () => {},
  };
  const measurements = createMeasurements({ storage });
  measurements.addressPart.restore(query);
  return {
    measurements,
    stored,
    notified,
    address: () => measurements.addressPart.serialize(),
  };
}

test('drawings are in the address, and a link brings them back', () => {
  const { measurements, address } = openScreen('');
  measurements.setShapes([shape], 'm_p~iF~ps|U,c5_p~iF');
  const query = address();
  expect(query).toMatch(/^draw=m_p%7EiF/);
  const linked = openScreen(query);
  expect(linked.measurements.$unread.get()).toBe('m_p~iF~ps|U,c5_p~iF');
  // Until they are on the map, the address keeps them.
  expect(linked.address()).toBe(query);
  linked.measurements.setShapes([], '');
  expect(linked.address()).toBe('');
});

test('drawings that are too long for the address stay in the session', () => {
  const long = `l${'_p~iF'.repeat(200)}`;
  const { measurements, address, stored } = openScreen('');
  measurements.setShapes([shape], long);
  expect(measurements.$isTooLong.get()).toBe(true);
  expect(address()).toBe('draw=session');
  expect(openScreen('draw=session', stored).measurements.$unread.get()).toBe(long);
  const elsewhere = openScreen('draw=session');
  expect(elsewhere.measurements.$unread.get()).toBe('');
  expect(elsewhere.notified).toEqual(['The drawings of this link are in another browser tab.']);
});

test('Back takes no drawing away', () => {
  const { measurements, address } = openScreen('');
  measurements.setShapes([shape], 'm??');
  measurements.addressPart.restore('');
  expect(address()).toBe('draw=m%3F%3F');
});

test('drawings of a link that could not be read are counted', () => {
  const { measurements, notified } = openScreen('draw=x');
  measurements.finishRestoring(0);
  measurements.finishRestoring(1);
  measurements.finishRestoring(3);
  expect(notified).toEqual([
    '1 drawing of this link could not be read.',
    '3 drawings of this link could not be read.',
  ]);
});

const valuesOf = (measured: Parameters<typeof measure>[0]) =>
  measure(measured, 0).figures.map(({ value }) => value);

it.each([
  ['feet first', 2000, ['6,562 ft', '1.24 mi']],
  ['feet by the specified factor', 1_000_000, ['3,280,840 ft', '621.37 mi']],
  ['two digits of a short one', 3.048, ['10.00 ft', '0.0019 mi']],
  ['nothing of nothing', 0, ['0 ft', '0 mi']],
])('shows a length with %s', (_, lengthMeters, expected) => {
  expect(valuesOf({ id: 1, kind: 'line', lengthMeters })).toEqual(expected);
});

it.each([
  ['acres first', 640 * 4047, ['640.00 acres', '27,879,362 sq ft', '1.00 sq mi']],
  ['square feet by the specified factor', 1_000_000, ['247.10 acres', '10,763,900 sq ft', '0.39 sq mi']],
])('shows an area with %s', (_, areaSquareMeters, expected) => {
  expect(valuesOf({ id: 1, kind: 'polygon', areaSquareMeters })).toEqual(expected);
});
