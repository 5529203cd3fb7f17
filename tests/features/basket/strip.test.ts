import { atom } from 'nanostores';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createBasketStore } from '#features/basket/screen/basket.ts';
import { createBasketStrip } from '#features/basket/screen/strip.ts';
import { guardStorage } from '#lib/page/storage.ts';
import type { Session } from '#session/session-core.ts';
import { fakeAddress, fakeServer } from '../../support/fake-server.ts';
import { createFakeStorage } from '../../support/fake-storage.ts';

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

const cardOf = (site: number) => ({
  loc_ndx: site,
  loc_id: `L${site}`,
  loc_name: `Place ${site}`,
  loc_type_name: 'Stream Gage',
  parameters: [
    { parameter_ndx: site < 50 ? 1 : 7, parameter_name: site < 50 ? 'Streamflow' : 'Depth to Water' },
  ],
  record: null,
});

/** A strip of a visitor's basket. Site 99 is not in the portal. */
function open({ query = '', sites = [] as readonly number[] } = {}) {
  const fault = { current: undefined as Error | undefined };
  const server = fakeServer({
    listSiteCards: () => {
      if (fault.current) throw fault.current;
      const asked: string = Object(server.calls.at(-1)?.query).sites;
      return asked
        .split(',')
        .map(Number)
        .filter((site) => site !== 99)
        .map(cardOf);
    },
  });
  const storage = createFakeStorage({ basket: JSON.stringify(sites) });
  const basket = createBasketStore({
    request: server.request,
    $session: atom<Session>({ status: 'visitor' }),
    storage: guardStorage(() => storage),
    notify: () => {},
    now: Date.now,
    page: new EventTarget(),
  });
  const bar = fakeAddress(query);
  const strip = createBasketStrip({ request: server.request, basket, address: bar.address, now: Date.now });
  stops.push(basket.start(), strip.start());
  const names = () => strip.$places.get().map(({ card }) => card?.loc_name);
  return { strip, basket, server, fault, names, ...bar };
}

describe('the strip of the basket', () => {
  test('shows the basket, and asks for no card twice', async () => {
    const { strip, basket, server, names } = open({ sites: [2, 1] });
    expect(names()).toEqual([undefined, undefined]);
    await vi.waitFor(() => expect(names()).toEqual(['Place 2', 'Place 1']));
    basket.add(3);
    expect(names()).toEqual(['Place 2', 'Place 1', undefined]);
    await vi.waitFor(() => expect(names()).toEqual(['Place 2', 'Place 1', 'Place 3']));
    basket.move(3, -1);
    basket.remove(2);
    expect(names()).toEqual(['Place 3', 'Place 1']);
    expect(server.calls.map(({ query }) => query)).toEqual([{ sites: '2,1' }, { sites: '3' }]);
    expect(strip.$shared.get()).toBeUndefined();
  });

  test('asks for nothing while the basket is empty', async () => {
    const { server, names } = open();
    await Promise.resolve();
    expect([server.calls, names()]).toEqual([[], []]);
  });

  test('has a place for a site that is not in the portal', async () => {
    const { strip } = open({ sites: [99, 1] });
    await vi.waitFor(() =>
      expect(strip.$places.get()).toMatchObject([
        { site: 99, card: null },
        { site: 1, card: { loc_ndx: 1 } },
      ]),
    );
  });

  test('shows the sites of a link, then the own ones, and the link again on Back', async () => {
    const { strip, history, back, names } = open({ query: 'on=2021-05-14&sites=5,x', sites: [1] });
    expect(strip.$shared.get()?.faults).toHaveLength(1);
    await vi.waitFor(() => expect(names()).toEqual(['Place 5']));
    strip.showMine();
    expect(history.at(-1)).toBe('on=2021-05-14');
    await vi.waitFor(() => expect(names()).toEqual(['Place 1']));
    back();
    expect(names()).toEqual(['Place 5']);
  });

  test('links to the comparison of the parameter that the largest number of sites have', async () => {
    const { strip } = open({ sites: [50, 1, 2] });
    expect(strip.$comparison.get()).toBeUndefined();
    await vi.waitFor(() =>
      expect(strip.$comparison.get()).toEqual({
        href: '/data-analysis-tools/time-series-comparison?parameter_left=1&locations_left=1,2&axes=one&start=&end=&submitted=yes',
        parameter: 'Streamflow',
        note: '2 of 3 sites have Streamflow; Place 50 does not.',
      }),
    );
  });
});
