import fc from 'fast-check';
import { allTasks, cleanStores } from 'nanostores';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { isTimeSeriesView } from '#features/time-series/saved-views.ts';
import { createWorkspace } from '#features/time-series/workspace/screen.ts';
import {
  maxTiles,
  moveTile,
  type Workspace,
  withDates,
  workspaceCodec,
} from '#features/time-series/workspace/tiles.ts';
import { type FakeResponses, fakeAddress, fakeServer } from '../../support/fake-server.ts';
import { forAll } from '../../support/for-all.ts';

const id = '3f2c8a52-0c1e-4b7a-9d57-0123456789ab';
const text = fc.oneof(
  fc.uuid({ version: 4 }).map((each) => `view.${each}`),
  fc.uuid({ version: 4 }).map((each) => `table.${each}`),
  fc
    .tuple(fc.integer({ min: 1, max: 999_999_999 }), fc.integer({ min: 1, max: 99_999 }))
    .map((each) => `site.${each.join('.')}`),
  fc.constantFrom('today', 'storage', 'board'),
);
const workspace: fc.Arbitrary<Workspace> = fc.record({
  tiles: fc.uniqueArray(text, { maxLength: maxTiles }),
  start: fc.constantFrom(undefined, '1980-10-01', '2020-02-29'),
  end: fc.constantFrom(undefined, '2020-02-29', '2026-09-30'),
  columns: fc.constantFrom('1' as const, '2' as const),
});

describe('the address of a workspace', () => {
  test('gives back what was written, and is no address of Time Series Comparisons', () =>
    forAll([workspace], 100, (wanted) => {
      const query = workspaceCodec.write(wanted);
      expect(workspaceCodec.read(query)).toEqual({ value: wanted, refused: [] });
      expect(isTimeSeriesView(query)).toBe(query === '');
      // What a saved view may have.
      expect(query).toMatch(/^[\w.~%=&+,:;@!$'()*/-]*$/);
    }));

  test.each<[string, Partial<Workspace>, string[]]>([
    ['', {}, []],
    ['tiles=', {}, []],
    ['tiles=pie,board,board,,view.1', { tiles: ['board'] }, ['pie, view.1']],
    [`tiles=VIEW.${id},view.${id.toUpperCase()}`, {}, ['VIEW.']],
    ['tiles=site.0.1,site.1,site.1.0,site.1.1.1,site.1e3.1', {}, ['site.0.1']],
    ['tiles=today&start=2020-02-30&end=soon', { tiles: ['today'] }, ['start date', 'end date']],
    ['tiles=today&start=2021-01-01&end=2020-01-01', { tiles: ['today'] }, ['ends before it begins']],
    ['tiles=today&start=0020-01-01', { tiles: ['today'] }, ['start date']],
    ['tiles=today&columns=3', { tiles: ['today'] }, []],
    [
      `tiles=${Array.from({ length: 13 }, (_, at) => `site.${at + 1}.1`).join(',')}`,
      { tiles: Array.from({ length: 12 }, (_, at) => `site.${at + 1}.1`) },
      ['first 12 tiles'],
    ],
  ])('%s shows what it can, and names the rest', (query, shown, says) => {
    const { value, refused } = workspaceCodec.read(query);
    expect(value).toEqual({ ...workspaceCodec.initial, ...shown });
    expect(refused).toEqual(says.map((each) => expect.stringContaining(each)));
  });
});

test('a tile moves by one place, and stays at the ends', () => {
  const tiles = ['today', 'board', 'storage'];
  expect(moveTile(tiles, 'board', -1)).toEqual(['board', 'today', 'storage']);
  expect(moveTile(tiles, 'board', 1)).toEqual(['today', 'storage', 'board']);
  expect(moveTile(tiles, 'today', -1)).toBe(tiles);
  expect(moveTile(tiles, 'storage', 1)).toBe(tiles);
  expect(moveTile(tiles, 'pie', 1)).toBe(tiles);
});

test('the dates of the workspace replace those of a view, with its zoom; without any, the view keeps its own', () => {
  const query =
    'locations_left=1&start=2020-01-01&end=2020-12-31&d=diff:l1,l2:Gain&x=2020-02-01..2020-03-01&submitted=yes';
  expect(withDates(query, workspaceCodec.initial)).toBe(query);
  const dated = new URLSearchParams(withDates(query, { start: '2021-10-01', end: undefined }));
  expect(Object.fromEntries(dated)).toEqual({
    locations_left: '1',
    start: '2021-10-01',
    end: '',
    d: 'diff:l1,l2:Gain',
    submitted: 'yes',
  });
});

describe('the page', () => {
  let stop = () => {};
  afterEach(async () => {
    stop();
    await allTasks();
    cleanStores();
  });

  const view = { id, name: 'Heise', query: 'locations_left=10&submitted=yes', updated_at: '' };
  const other = { ...view, id: id.replace('3', '4'), name: 'Monday', query: 'tiles=board' };

  async function open(query: string, responses: FakeResponses = {}) {
    const server = fakeServer({ listTimeseriesViews: () => [view, other], ...responses });
    const bar = fakeAddress(query);
    const screen = createWorkspace({ request: server.request, address: bar.address, notify: vi.fn() });
    const ends = [screen.$tiles, screen.$options, screen.$isReady].map((store) => store.listen(() => {}));
    const end = screen.start();
    stop = () => {
      end();
      for (const each of ends) each();
    };
    await vi.waitFor(() => expect(screen.$isReady.get()).toBe(true));
    return { screen, server, ...bar };
  }

  test('shows the views that are there, the records of the portal and cards, and says what is missing', async () => {
    const { screen } = await open(
      `tiles=view.${id},table.${other.id},site.10.1,site.10.9,site.77.1,board&start=2020-01-01&end=2020-02-01`,
    );
    const tiles = screen.$tiles.get();
    expect(tiles.map(({ name, fault }) => [name, fault?.split('.')[0]])).toEqual([
      ['Heise', undefined],
      ['Saved view', 'This saved view was deleted, or belongs to another account'],
      ['Place 10, Streamflow', undefined],
      ['Place 10, no such record', 'The portal no longer has this record'],
      ['Site 77', 'The portal no longer has this record'],
      ['Reach board', undefined],
    ]);
    expect(tiles[0]?.query).toBe('locations_left=10&submitted=yes&start=2020-01-01&end=2020-02-01');
    expect(tiles[2]?.query).toContain(
      'parameter_left=1&locations_left=10&axes=one&start=2020-01-01&end=2020-02-01',
    );
    expect(
      screen.$options
        .get()
        .slice(0, 5)
        .map(({ value }) => value),
    ).toEqual([`view.${id}`, 'today', 'storage', 'board', `table.${id}`]);
  });

  test('keeps its choice in the address, and under a name among all saved views', async () => {
    const { screen, server, history } = await open('', { createTimeseriesView: () => other });
    screen.setTiles(['board', 'today']);
    screen.move('today', -1);
    screen.setDates({ start: '2020-01-01' });
    screen.setColumns('1');
    expect(history.at(-1)).toBe('tiles=today,board&start=2020-01-01&columns=1');
    screen.remove('board');
    expect(await screen.saveView(' Monday  morning ')).toBe(true);
    expect(server.callsOf('createTimeseriesView').map(({ body }) => body)).toEqual([
      { name: 'Monday morning', query: 'tiles=today&start=2020-01-01&columns=1' },
    ]);
    screen.openView(other.query);
    expect(screen.$workspace.get().tiles).toEqual(['board']);
  });

  test('asks once for the lists of all tiles, and again after a failure', async () => {
    const { screen, server } = await open('');
    const { listSeriesHuc8s, listTimeseriesFilters } = await import('#contract/time-series.ts');
    await Promise.all([screen.request(listSeriesHuc8s, {}), screen.request(listSeriesHuc8s, {})]);
    expect(server.callsOf('listSeriesHuc8s')).toHaveLength(1);
    let isFailing = true;
    const failing = await open('', {
      listTimeseriesFilters: () => {
        if (isFailing) throw new Error('away');
        return [];
      },
    });
    await expect(failing.screen.request(listTimeseriesFilters, {})).rejects.toThrow('away');
    isFailing = false;
    await expect(failing.screen.request(listTimeseriesFilters, {})).resolves.toEqual([]);
  });
});
