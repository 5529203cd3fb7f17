import { expect, test, vi } from 'vitest';
import type { FeatureTemplateRow } from '#features/feature-template/contract.ts';
import {
  createFeatureTemplateScreen,
  featureTemplateColumns,
} from '#features/feature-template/screen/screen.ts';
import { fakeAddress, fakeServer } from '../../support/fake-server.ts';

const heise: FeatureTemplateRow = {
  loc_ndx: 1,
  loc_name: 'Heise',
  units_name: 'cfs',
  day: '2020-09-30',
  value: 120,
  value_before: 100,
};

test('a row says how the value has changed', () => {
  const cells = (row: FeatureTemplateRow) => featureTemplateColumns.map(({ value }) => value(row));
  expect(cells(heise)).toEqual(['Heise', '2020-09-30', 120, 100, 'cfs', 'Rising']);
  expect(cells({ ...heise, value_before: null }).slice(-3)).toEqual([null, 'cfs', null]);
});

test('asks for streamflow, and holds the search in the address', async () => {
  const server = fakeServer({ listFeatureTemplate: () => [heise] });
  const { history } = fakeAddress('q=hei');
  const screen = createFeatureTemplateScreen();
  const stop = screen.start();
  await vi.waitFor(() => expect(screen.rows.$state.get()).toMatchObject({ data: [heise] }));
  expect(server.callsOf('listFeatureTemplate')).toMatchObject([{ params: { parameter: '1' } }]);
  expect(screen.$table.get().search).toBe('hei');
  screen.$table.set({ ...screen.$table.get(), search: 'heise' });
  expect(history).toEqual(['q=heise']);
  stop();
});
