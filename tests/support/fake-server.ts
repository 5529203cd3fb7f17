import { onTestFinished, vi } from 'vitest';
import type { DailyColumns } from '#contract/daily-data.ts';
import { nameOf } from '#contract/index.ts';
import { type Requester, RequestFailed } from '#contract/request.ts';
import type { SeriesLocation, SeriesParameter } from '#contract/time-series.ts';
import type { TimeseriesFilter } from '#features/time-series/contract.ts';
import * as toasts from '#lib/page/toasts.ts';
import * as addresses from '#stores/address.ts';
import * as api from '#stores/api.ts';

export const sub = 'test|someone';

const record = {
  por_start: '1990-10-01',
  por_end: '2026-11-19',
  num_days: 1,
  num_years: 1,
  total_samples: 1,
};

export function location(loc_ndx: number, parameters: readonly number[] = [7], huc8 = 1): SeriesLocation {
  return {
    loc_ndx,
    loc_id: `L${loc_ndx}`,
    loc_name: `Place ${loc_ndx}`,
    loc_type_name: 'Stream Gage',
    data_provider: 'USGS',
    huc8_name: null,
    huc10_name: null,
    gw_district: null,
    loc_url: null,
    lat_dd: 43,
    lon_dd: -112,
    location_geometry: { type: 'Point', coordinates: [-112, 43] },
    huc8_ndx_array: [huc8],
    parameter_ndx_array: [...parameters],
    parameter_name_array: parameters.map((each) => (each === 1 ? 'Streamflow' : 'Depth to Water')),
    records: parameters.map((parameter_ndx) => ({
      parameter_ndx,
      ...record,
      source: 'usgs',
    })),
  };
}

const parameters: SeriesParameter[] = [
  { parameter_ndx: 1, parameter_name: 'Streamflow', units_name: 'cfs', huc8_ndx_array: [1] },
  { parameter_ndx: 7, parameter_name: 'Depth to Water', units_name: 'ft', huc8_ndx_array: [1, 2] },
];

const locations = [location(10, [1], 1), location(11, [1, 7], 1), location(20, [7], 2)];

const filter: TimeseriesFilter = {
  user_uuid: 'default',
  huc8s: [],
  parameter_left: 1,
  parameter_right: 7,
  locations_left: [10],
  locations_right: [20],
  start_date: '2020-01-01',
  end_date: '2020-12-31',
};

export function createDailyColumns(parameter: number, locations: readonly number[]): DailyColumns {
  const known = parameters.find((each) => each.parameter_ndx === parameter);
  return {
    parameter: {
      parameter_ndx: parameter,
      parameter_name: known?.parameter_name ?? '',
      units_name: known?.units_name ?? '',
    },
    series: locations.map((loc_ndx) => ({
      loc_ndx,
      loc_id: `ID-${loc_ndx}`,
      loc_name: `Place ${loc_ndx}`,
      units_name: known?.units_name ?? '',
      data_provider_name: 'USGS',
      loc_type_name: 'Stream Gage',
      huc8: 'Palisades',
      huc10: null,
      start: '2020-01-01',
      dates: [0, 1, 3],
      values: [5, 6.5, 7],
      approval: 'AAP',
      qualifiers: {},
      changes: {},
      source: 'usgs',
      flagged: [],
    })),
  };
}

export type FakeResponses = Record<string, () => unknown>;

/**
 * A server for tests, which screens ask until the test ends. A response can be delayed or fail. Records every call, and in
 * `notify` the messages of the page.
 */
export function fakeServer(responses: FakeResponses = {}) {
  const calls: {
    name: string;
    params: Record<string, string>;
    query: unknown;
    body: unknown;
  }[] = [];
  const defaultResponses: FakeResponses = {
    listSeriesHuc8s: () => [
      { huc8_ndx: 1, huc8: 'Palisades' },
      { huc8_ndx: 2, huc8: 'Teton' },
    ],
    listSeriesParameters: () => parameters,
    listSeriesLocations: () => locations,
    listAnalysisParameters: () => parameters,
    listAnalysisLocations: () => locations,
    listTimeseriesFilters: () => [filter],
    saveTimeseriesFilter: () => ({ ...filter, user_uuid: sub }),
  };
  const request = (async (endpoint, input, options) => {
    const {
      params = {},
      query,
      body,
    } = input as { params?: Record<string, string>; query?: unknown; body?: unknown };
    const name = nameOf(endpoint);
    calls.push({ name, params, query, body });
    const respond = responses[name] ?? defaultResponses[name];
    const response = await (respond
      ? respond()
      : createDailyColumns(Number(params.parameter), (params.locations ?? '').split(',').map(Number)));
    options?.signal?.throwIfAborted();
    return response;
  }) as Requester;
  replaceRequest(request);
  return {
    request,
    notify: fakeToasts(),
    calls,
    callsOf: (name: string) => calls.filter((call) => call.name === name),
  };
}

/** What the screens of a test ask in place of a server. */
export function replaceRequest(request: Requester): void {
  vi.spyOn(api, 'request').mockImplementation(request);
}

/** The messages of the page in a test. */
export const fakeToasts = () => vi.spyOn(toasts, 'showToast').mockReturnValue(0);

/** Sets the clock for a test; it goes on from there, unless its timers are fake. */
export function setClock(time: string): void {
  vi.setSystemTime(new Date(time));
  onTestFinished(() => {
    vi.useRealTimers();
  });
}

/** The address bar of the screens of a test. `back` goes back in the history. */
export function fakeAddress(query = '') {
  const history: string[] = [query];
  let listener: (query: string) => void = () => {};
  const address: addresses.Address = {
    read: () => history.at(-1) ?? '',
    write: (next) => {
      history[history.length - 1] = next;
    },
    push: (next) => {
      history.push(next);
    },
    flush: () => {},
    listen: (changed) => {
      listener = changed;
      return () => {};
    },
  };
  vi.spyOn(addresses, 'createAddress').mockReturnValue(address);
  return {
    address,
    history,
    back() {
      history.pop();
      listener(history.at(-1) ?? '');
    },
  };
}

/** A promise that the test settles. */
export function deferred<T>() {
  let give: (value: T) => void = () => {};
  let refuse: (cause: unknown) => void = () => {};
  const promise = new Promise<T>((resolve, reject) => {
    give = resolve;
    refuse = reject;
  });
  return { promise, give, refuse };
}

/** A call that the server refuses. */
export function refused(status: number, detail: string, errors?: { path: string; message: string }[]) {
  return new RequestFailed('refused', detail, {
    type: 'about:blank',
    title: '',
    status,
    detail,
    instance: '',
    ...(errors && { errors }),
  });
}
