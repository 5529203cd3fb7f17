import { atom } from 'nanostores';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { MapLayer } from '#contract/public-map.ts';
import { createRequester } from '#contract/request.ts';
import { home } from '#features/public-map/screen/home.ts';
import { defaultMapAddress } from '#features/public-map/screen/map-address.ts';
import { createPublicMap } from '#features/public-map/screen/screen.ts';
import { searchZoom } from '#features/public-map/screen/selection.ts';
import type { Session } from '#session/session.ts';
import { fakeAddress, fakeToasts, replaceRequest, setClock } from '../../support/fake-server.ts';
import { layer, site } from './builders.ts';

const sites = [
  site({ loc_ndx: 1, loc_id: 'HEII', lat_dd: 43.6, lon_dd: -111.6, loc_type_name: 'Stream Gage' }),
  site({ loc_ndx: 2, loc_id: 'AMF', lat_dd: 42.8, lon_dd: -112.9, loc_type_name: 'Reservoir' }),
];
const shapes = layer({ id: 'huc8-fill', type: 'fill', source: 'huc8' }, 'HUC8 Boundaries');
const filters = {
  locationTypes: [],
  parameterNames: [],
  dataProviders: [],
  huc8Names: [],
  huc10Names: [],
  gwDistricts: [],
};

beforeEach(() => {
  vi.useFakeTimers();
  // Where a tab that wants to reload asks for what is typed.
  const page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function open(
  query = '',
  layers: MapLayer[] = [layer({ id: 'points' }), shapes],
  stored = new Map<string, string>(),
) {
  const requested: string[] = [];
  const calls: unknown[][] = [];
  const responses: Record<string, unknown> = {
    '/api/public-map/wells': sites,
    '/api/public-map/sources': [
      { id: 'huc8', source: { type: 'geojson', data: '/api/public-map/geo/huc8' } },
      { id: 'data-points', source: { type: 'geojson', data: '/api/public-map/geo/data-points' } },
    ],
    '/api/public-map/layers': layers,
    '/api/public-map/filters': filters,
    '/api/public-map/conditions': [],
    '/api/public-map/latest/1': { loc_ndx: 1, records: [] },
    '/api/public-map/latest/2': { loc_ndx: 2, records: [] },
    '/api/public-map/geo/huc8': { type: 'FeatureCollection', features: [] },
  };
  const { history, back } = fakeAddress(query);
  const $session = atom<Session>({ status: 'visitor' });
  replaceRequest(
    createRequester({
      origin: '',
      fetch: async (path) => {
        requested.push(String(path));
        return Response.json(responses[String(path)]);
      },
    }),
  );
  const notified: string[] = [];
  fakeToasts().mockImplementation((message) => notified.push(message));
  setClock('2026-11-21T18:00:00Z');
  const screen = createPublicMap({
    $session,
    search: {
      index: () => {},
      setConditions: () => {},
      prepare: async () => {},
      find: async () => ({ results: [] }),
      close: () => {},
    },
    findPlace: undefined,
    storage: {
      getItem: (key) => stored.get(key) ?? null,
      setItem: (key, value) => {
        stored.set(key, value);
        return undefined;
      },
      removeItem: () => {},
    },
    home,
    open: (address) => calls.push(['open', address]),
  });
  const record =
    (name: string) =>
    (...values: unknown[]) => {
      calls.push([name, ...values]);
    };
  screen.attachMap({
    flyTo: record('flyTo'),
    setView: record('setView'),
    fitBounds: record('fitBounds'),
    home: record('home'),
    drawing: () => null,
  });
  screen.start();
  await vi.advanceTimersByTimeAsync(10);
  const shown = () => screen.$sites.get().map(({ loc_ndx }) => loc_ndx);
  return {
    screen,
    requested,
    notified,
    calls,
    history,
    back,
    shown,
    $session,
    query: () => history.at(-1) ?? '',
  };
}

type Screen = Awaited<ReturnType<typeof open>>['screen'];

function siteOf(screen: Screen, ndx: number) {
  const found = screen.$byNdx.get().get(ndx);
  if (!found) throw new Error(`There is no site ${ndx}.`);
  return found;
}

/** The map shows a part of the basin. */
function look(screen: Screen, [west, south, east, north]: [number, number, number, number], zoom = 9): void {
  const center = [(south + north) / 2, (west + east) / 2] as const;
  screen.onViewChange({ center, zoom, bounds: { west, south, east, north } });
}
const listedOf = (screen: Screen) => screen.$listed.get().map(({ loc_ndx }) => loc_ndx);

describe('the comma mode', () => {
  it('flies home when the field is cleared', async () => {
    const { screen, calls, shown } = await open();
    screen.setMode('comma_separated_data_dots_search');
    screen.setText('AMF');
    await vi.advanceTimersByTimeAsync(200);
    screen.setText('');
    expect(calls.at(-1)).toEqual(['home']);
    expect(shown()).toEqual([1, 2]);
  });

  it('clears the filters on leaving, not on entering', async () => {
    const { screen, shown } = await open('type=Reservoir');
    screen.setMode('comma_separated_data_dots_search');
    expect(shown()).toEqual([2]);
    screen.setMode('attributes_search');
    expect(shown()).toEqual([1, 2]);
    expect(screen.$filters.get().locationTypes).toEqual([]);
  });
});

describe('a long list of ids', () => {
  it('of another tab is asked for', async () => {
    const { notified, shown } = await open('mode=comma_separated_data_dots_search&list=session');
    expect(notified).toEqual(['The ids of this link are in another browser tab. Enter them again.']);
    expect(shown()).toEqual([1, 2]);
  });
});

describe('ids that no site has', () => {
  it('are the reason for an empty map, with and without a filter', async () => {
    const { screen } = await open('mode=comma_separated_data_dots_search&q=NOPE&type=Reservoir');
    expect(screen.$emptyReason.get()).toBe('ids');
    screen.clearFilters();
    expect(screen.$emptyReason.get()).toBe('ids');
    screen.clearIds();
    expect(screen.$emptyReason.get()).toBeUndefined();
    expect(screen.$mode.get()).toBe('comma_separated_data_dots_search');
  });

  it('are not the reason if the filters exclude the listed sites', async () => {
    const { screen } = await open('mode=comma_separated_data_dots_search&q=HEII&type=Reservoir');
    expect(screen.$emptyReason.get()).toBe('filters');
  });
});

it('adds history entries for a site, a filter, a coloring and a basemap, and restores them on Back', async () => {
  const { screen, history, shown, back } = await open();
  const heise = siteOf(screen, 1);
  screen.setFilter('locationTypes', ['Stream Gage']);
  screen.select(heise, 'show');
  screen.setBasemap('dark');
  screen.closePopup();
  screen.setColoring('huc8Names');
  expect(history).toEqual([
    '',
    'type=Stream+Gage',
    'type=Stream+Gage&site=1',
    // Closing the popup is no step.
    'basemap=dark&type=Stream+Gage',
    'basemap=dark&type=Stream+Gage&color=huc8',
  ]);
  back();
  expect(screen.$coloring.get()).toBe(defaultMapAddress(screen.home).coloring);
  back();
  expect(screen.$selected.get()).toBe(heise);
  back();
  back();
  expect([shown(), screen.$site.get()]).toEqual([[1, 2], undefined]);
  expect(history).toEqual(['']);
});

it('refreshes a list that was held, on Back', async () => {
  const { screen, back } = await open();
  look(screen, [-113, 43, -111, 44]);
  expect(listedOf(screen)).toEqual([1]);
  screen.holdList();
  look(screen, [-113, 42, -111, 44]);
  expect(listedOf(screen)).toEqual([1]);
  back();
  expect(listedOf(screen)).toEqual([1, 2]);
});

describe('a selected site', () => {
  it('chosen from the list moves the map only if out of view, and never zooms', async () => {
    const { screen, calls } = await open();
    look(screen, [-113, 43, -111, 44]);
    screen.select(siteOf(screen, 1), 'show');
    expect(calls).toEqual([]);
    screen.select(siteOf(screen, 2), 'show');
    expect(calls).toEqual([['flyTo', [42.8, -112.9], 9]]);
    screen.zoomToSite();
    expect(calls.at(-1)).toEqual(['flyTo', [42.8, -112.9], searchZoom]);
  });

  it('stays on the map, with a note, if the filters exclude it', async () => {
    const { screen } = await open('site=1&view=43,-112,9&type=Reservoir');
    expect(screen.$popup.get()).toMatchObject({ note: 'The filters exclude this site.' });
    expect(new Set(screen.$features.get()['data-points'].features.map(({ id }) => id))).toEqual(
      new Set([1, 2]),
    );
  });

  it.each(['99', 'HEII'])(
    'that does not exist, as %s, is reported and removed from the address',
    async (ndx) => {
      const { screen, notified } = await open(`site=${ndx}`);
      expect(notified).toEqual([`Site ${ndx} in this link is not on the map.`]);
      expect(screen.$site.get()).toBeUndefined();
    },
  );

  it('chosen from the list leaves the list as it is until the visitor moves the map', async () => {
    const { screen } = await open();
    look(screen, [-114, 42, -111, 44], 7);
    screen.select(siteOf(screen, 2), 'show');
    look(screen, [-114, 42, -112, 43], 7);
    expect(listedOf(screen)).toEqual([1, 2]);
    screen.onMapGesture();
    look(screen, [-114, 42, -112, 43], 7);
    expect(listedOf(screen)).toEqual([2]);
  });
});

it('draws the sites in a default style if the layers cannot be loaded', async () => {
  const { screen } = await open('', undefined);
  expect(screen.$layers.get().map(({ id }) => id)).toEqual(['points', 'huc8-fill']);
  const broken = await open('', [{ ...shapes, type: 'balloon' } as unknown as MapLayer]);
  expect(broken.screen.$layers.get().map(({ source }) => source)).toEqual(['data-points']);
  expect(broken.screen.data.$loadErrors.get()[0]?.message).toMatch(/^The map layers could not be loaded\./);
});

it('shows a town and the sites of a HUC8 that were found, and opens what is not on the map', async () => {
  const { screen, calls, query } = await open();
  const result = { href: '/', name: 'Rexburg', kind: 'Town', detail: '' };
  const place = { lat: 43.83, lng: -111.79, zoom: 11, name: 'Rexburg' };
  screen.choose({ kind: 'result', result: { ...result, place } });
  expect(calls.at(-1)).toEqual(['flyTo', [43.83, -111.79], 11]);
  expect(query()).toContain('pin=43.83000,-111.79000&place=Rexburg');
  screen.choose({ kind: 'result', result: { ...result, name: 'Teton', huc8: 'Teton' } });
  expect(screen.$filters.get().huc8Names).toEqual(['Teton']);
  expect(query()).not.toContain('pin=');
  screen.choose({ kind: 'result', result: { ...result, href: '/documentation/guide/today' } });
  expect(calls.at(-1)).toEqual(['open', '/documentation/guide/today']);
});
