import { allTasks, cleanStores } from 'nanostores';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { RequestFailed } from '#contract/request.ts';
import { siteComparisonUrl } from '#domain/time-series/site-comparison.ts';
import { emptySelection } from '#features/time-series/rules/selection.ts';
import { toFilter } from '#features/time-series/screen/saved-selection.ts';
import { createTimeSeries, type TimeSeriesScreen } from '#features/time-series/screen/screen.ts';
import { toChartContent } from '#features/time-series/screen/series.ts';
import {
  createDailyColumns,
  deferred,
  type FakeResponses,
  fakeAddress,
  fakeServer,
  location,
  setClock,
  sub,
} from '../../support/fake-server.ts';

let stop = () => {};

function open(query = '', responses: FakeResponses = {}) {
  const server = fakeServer(responses);
  const bar = fakeAddress(query);
  setClock('2026-11-21T18:00:00Z');
  const screen = createTimeSeries({ sub });
  // The components listen to these stores.
  const ends = [screen.$selection, screen.$stage, screen.results.$results].map((store) =>
    store.listen(() => {}),
  );
  const end = screen.start();
  stop = () => {
    end();
    for (const each of ends) each();
  };
  return { screen, server, notify: server.notify, ...bar };
}

const ready = (screen: TimeSeriesScreen) => vi.waitFor(() => expect(screen.$stage.get()).toBe('ready'));
const settled = (screen: TimeSeriesScreen) =>
  vi.waitFor(() => {
    expect(screen.results.$results.get()).toBeDefined();
    expect(screen.results.$loading.get()).toBe(false);
  });

afterEach(async () => {
  stop();
  await allTasks();
  cleanStores();
});

describe('the start', () => {
  test('restores the default filters in stages and loads no values', async () => {
    const locations = deferred<unknown>();
    const { screen, server } = open('', { listSeriesLocations: () => locations.promise });
    await vi.waitFor(() => expect(screen.$stage.get()).toBe('locations'));
    expect(screen.$selection.get().left).toEqual({ parameter: 1, locations: [] });
    locations.give([]);
    await ready(screen);
    expect(server.callsOf('readDailyData')).toEqual([]);
  });

  test('prefers the user’s filters to the default, and the address to both', async () => {
    const left = { parameter: 7, locations: [11] };
    const right = { parameter: 1, locations: [10] };
    const own = { user_uuid: sub, ...toFilter({ ...emptySelection, huc8s: [1], left, right }) };
    const { screen } = open('parameter_right=1&locations_right=11', { listTimeseriesFilters: () => [own] });
    await ready(screen);
    expect(screen.$selection.get()).toMatchObject({
      huc8s: [],
      left: { parameter: 7, locations: [11] },
      right: { parameter: 1, locations: [11] },
    });
  });

  test('allows no change before the lists are loaded', async () => {
    const huc8s = deferred<unknown>();
    const { screen } = open('', { listSeriesHuc8s: () => huc8s.promise });
    screen.setParameter('left', 7);
    screen.submit();
    expect(screen.$selection.get().left.parameter).toBeUndefined();
    expect(screen.results.$results.get()).toBeUndefined();
    huc8s.give([]);
    await ready(screen);
  });
});

describe('Submit', () => {
  test('sends the same selection once, and replaces one that is loading with another', async () => {
    const first = deferred<unknown>();
    const responses = [first.promise, first.promise];
    let callCount = 0;
    const { screen, server } = open('', {
      readDailyData: () => responses[callCount++] ?? createDailyColumns(7, [20]),
    });
    await ready(screen);
    screen.submit();
    screen.submit();
    expect(server.callsOf('readDailyData')).toHaveLength(2);
    screen.setDates({ start: '2019-01-01' });
    screen.submit();
    await settled(screen);
    first.give(createDailyColumns(1, [10]));
    await Promise.resolve();
    expect(screen.results.$results.get()?.shown.start).toBe('2019-01-01');
    expect(server.callsOf('readDailyData')).toHaveLength(4);
  });

  test('saves one selection at a time, and the last one at the end', async () => {
    const slow = deferred<unknown>();
    let saves = 0;
    const { screen, server, notify } = open('', {
      saveTimeseriesFilter: () => (saves++ === 0 ? slow.promise : {}),
    });
    await ready(screen);
    for (const start of ['2018-01-01', '2018-02-01', '2018-03-01']) {
      screen.setDates({ start });
      screen.submit();
    }
    slow.give({});
    await vi.waitFor(() => expect(screen.$saving.get()).toBe(false));
    expect(
      server.callsOf('saveTimeseriesFilter').map((call) => Reflect.get(Object(call.body), 'start_date')),
    ).toEqual(['2018-01-01', '2018-03-01']);
    expect(notify).toHaveBeenCalledTimes(1);
    await settled(screen);
  });

  test('reports a failed save with the message of the server, or a general one', async () => {
    const failing = [new RequestFailed('refused', 'These filters belong to someone else.'), new Error('x')];
    const { screen, notify } = open('', {
      saveTimeseriesFilter: () => Promise.reject(failing.shift()),
    });
    await ready(screen);
    screen.submit();
    await vi.waitFor(() =>
      expect(notify).toHaveBeenCalledWith('These filters belong to someone else.', 'error'),
    );
    screen.submit();
    await settled(screen);
    screen.submit();
    await vi.waitFor(() => expect(notify).toHaveBeenCalledWith('Something went wrong', 'error'));
    await settled(screen);
  });

  test('returns to the previous result when it is canceled', async () => {
    const { screen } = open();
    await ready(screen);
    screen.submit();
    await settled(screen);
    const before = screen.results.$results.get();
    screen.setDates({ start: '2020-02-01' });
    screen.submit();
    expect(screen.results.$loading.get()).toBe(true);
    screen.results.cancel();
    expect(screen.results.$results.get()).toBe(before);
  });
});

describe('many locations', () => {
  const ndxs = Array.from({ length: 25 }, (_, at) => at + 101);
  const link = `huc8s=&axes=one&parameter_left=1&locations_left=${ndxs.join(',')}&start=2020-01-01&end=2020-06-30&submitted=yes`;
  const lists = { listSeriesLocations: () => ndxs.map((ndx) => location(ndx, [1])) };

  test('are loaded ten at a time: the first are drawn, and the progress is counted', async () => {
    const later = deferred<unknown>();
    let callCount = 0;
    const { screen, server } = open(link, {
      ...lists,
      readDailyData: () => {
        const asked = server.calls.at(-1)?.params.locations?.split(',').map(Number) ?? [];
        const columns = createDailyColumns(1, asked);
        return callCount++ === 1 ? later.promise.then(() => columns) : columns;
      },
    });
    await vi.waitFor(() => expect(screen.$progress.get()).toBe('10 of 25 locations are loaded…'));
    const first = screen.$drawn.get();
    expect(first && toChartContent(first, 'light')?.series).toHaveLength(10);
    expect(screen.$notes.get().lacking).toEqual([]);
    later.give(undefined);
    await settled(screen);
    expect(server.callsOf('readDailyData').map(({ params }) => params.locations?.split(',').length)).toEqual([
      10, 10, 5,
    ]);
    const all = screen.results.$results.get();
    expect(all && toChartContent(all, 'light')?.series.map(({ label }) => label)).toEqual(
      ndxs.map((ndx) => `Place ${ndx}`),
    );
    expect(screen.$progress.get()).toBeUndefined();
  });

  test('fail as one, and are not drawn in part then', async () => {
    let callCount = 0;
    const { screen } = open(link, {
      ...lists,
      readDailyData: () => {
        if (callCount++ === 2) throw new RequestFailed('timeout', 'The server took too long to answer.');
        return createDailyColumns(1, ndxs.slice(0, 10));
      },
    });
    await settled(screen);
    expect(screen.results.$results.get()?.left.status).toBe('failed');
  });
});

describe('the address', () => {
  const whole =
    'huc8s=&parameter_left=1&locations_left=10&parameter_right=7&locations_right=20&start=2020-01-01&end=2020-06-30&submitted=yes';

  test('restores the selection and the result without saving', async () => {
    const { screen, server } = open(whole);
    await settled(screen);
    expect(server.callsOf('saveTimeseriesFilter')).toEqual([]);
    expect(server.callsOf('readDailyData')).toHaveLength(2);
  });

  test('has the selection that changed since Submit, and draws nothing with it', async () => {
    const { screen, history } = open(whole);
    await settled(screen);
    screen.setParameter('left', 7);
    expect(history.at(-1)).not.toContain('submitted');
    stop();
    const again = open(history.at(-1));
    await ready(again.screen);
    expect(again.screen.$selection.get().left).toEqual({ parameter: 7, locations: [] });
    expect(again.screen.results.$results.get()).toBeUndefined();
  });

  test('of a link with a submitted selection beside the chosen one has the chosen one', async () => {
    const { screen } = open(
      `${whole.replace('yes', 'other')}&shown.axes=one&shown.parameter_left=7&shown.locations_left=11`,
    );
    await ready(screen);
    expect(screen.$selection.get().left).toEqual({ parameter: 1, locations: [10] });
    expect(screen.results.$results.get()).toBeUndefined();
  });

  test('returns to the previous Submit on Back', async () => {
    const { screen, back } = open(whole);
    await settled(screen);
    screen.setDates({ end: '2020-03-31' });
    screen.submit();
    await settled(screen);
    back();
    await settled(screen);
    expect(screen.results.$results.get()?.shown.end).toBe('2020-03-31');
    expect(screen.$selection.get().end).toBe('2020-03-31');
  });

  test('of a site from another page loads that site on one axis, whatever dates are saved', async () => {
    const { screen, server } = open(siteComparisonUrl(20, undefined).split('?')[1]);
    await settled(screen);
    expect(server.callsOf('readDailyData').map(({ params }) => params)).toEqual([
      { parameter: '7', locations: '20', start: '1990-10-01', end: '2026-11-19' },
    ]);
    expect(screen.$selection.get()).toEqual(screen.results.$results.get()?.shown);
    expect(screen.results.$results.get()).toMatchObject({ right: { status: 'unused' } });
    expect(screen.$notes.get().noData).toBeUndefined();
  });

  test('says from the start on that it will be drawn, so that the form can fold', async () => {
    const { screen } = open(whole);
    expect(screen.$submitted.get()).toBe('link');
    await settled(screen);
    expect(screen.$submitted.get()).toBe(screen.results.$results.get()?.shown);
    stop();
    expect(open('').screen.$submitted.get()).toBeUndefined();
  });
});

describe('one axis', () => {
  test('is submitted without a location on the right, and leaves that choice for later', {
    tags: ['full'],
  }, async () => {
    const { screen, server, history } = open();
    await ready(screen);
    screen.setLocations('right', []);
    expect(screen.$reason.get()).toBe('Choose at least one location for the right axis.');
    screen.pickFor('right');
    screen.setOneAxis(true);
    expect(screen.$reason.get()).toBeUndefined();
    expect(screen.$pickFor.get()).toBe('left');
    screen.submit();
    await settled(screen);
    expect(server.callsOf('readDailyData')).toHaveLength(1);
    expect(history.at(-1)).toContain('axes=one');
    screen.setOneAxis(false);
    expect(screen.$reason.get()).toBe('Choose at least one location for the right axis.');
    expect(screen.$selection.get().right.parameter).toBe(7);
    expect(history.at(-1)).not.toContain('submitted');
  });
});

describe('choosing on the map', () => {
  test('adds a location to the active axis and removes it', async () => {
    const { screen } = open();
    await ready(screen);
    screen.pick([11]);
    expect(screen.$selection.get().left.locations).toEqual([10, 11]);
    screen.pick([11]);
    expect(screen.$selection.get().left.locations).toEqual([10]);
    screen.pickFor('right');
    screen.pick([10, 11]);
    expect(screen.$selection.get().right.locations).toEqual([20, 11]);
  });

  test('sets the only parameter of a site, and asks the user to choose among several', async () => {
    const { screen, notify } = open();
    await ready(screen);
    screen.setHuc8s([1]);
    screen.pick([11]);
    expect(notify).toHaveBeenCalledWith(expect.stringContaining('Streamflow, Depth to Water'), 'info');
    expect(screen.$selection.get().left.locations).toEqual([]);
    screen.pick([10]);
    expect(screen.$selection.get().left).toEqual({ parameter: 1, locations: [10] });
  });
});

describe('the state as an address', () => {
  const drawn =
    'huc8s=&parameter_left=1&locations_left=10&parameter_right=7&locations_right=20&start=2020-01-01&end=2020-06-30&submitted=yes';

  async function openReady(query: string) {
    const opened = open(query);
    await ready(opened.screen);
    return opened;
  }

  test('an incomplete choice is not submitted', async () => {
    const { screen } = await openReady(drawn);
    expect(screen.serializeView()).toContain('submitted=yes');
    screen.setLocations('right', []);
    expect(screen.serializeView()).not.toContain('submitted');
  });

  test('another address is drawn, as a step of the history', async () => {
    const { screen, history, back } = await openReady('');
    const before = screen.$selection.get();
    screen.goTo(`${drawn}&x=2020-02-08..2020-02-28`);
    await vi.waitFor(() => expect(screen.results.$loading.get()).toBe(false));
    expect(screen.results.$results.get()?.shown.end).toBe('2020-06-30');
    expect(screen.$chart.get().window).toEqual([18_300, 18_320]);
    expect(history).toHaveLength(2);
    back();
    expect(screen.$selection.get()).toEqual(before);
    expect(screen.results.$results.get()).toBeUndefined();
  });

  test('an address with a site that no longer exists is drawn without it, and says so', {
    tags: ['full'],
  }, async () => {
    const { screen } = await openReady('');
    screen.goTo(drawn.replace('locations_left=10', 'locations_left=10,99'));
    await vi.waitFor(() => expect(screen.results.$results.get()).toBeDefined());
    expect(screen.$dropped.get()?.locations).toEqual([99]);
    expect(screen.$selection.get().left.locations).toEqual([10]);
    screen.goTo(drawn.replace('locations_left=10', 'locations_left=99'));
    expect(screen.$dropped.get()?.locations).toEqual([99]);
    expect(screen.results.$results.get()).toBeUndefined();
  });
});
