import type { Address } from '#stores/address.ts';

/** The parts of Forecast Supply. The first has no name in the address. */
export const forecastViews = ['indicators', 'outlook', 'fill'] as const;
export type ForecastView = (typeof forecastViews)[number];

const viewKey = 'view';

/** The part that a query string asks for; the first one without a name, or with an unknown one. */
export function readView(query: string): ForecastView {
  const named = new URLSearchParams(query).get(viewKey);
  return forecastViews.find((each) => each === named) ?? 'indicators';
}

/** A query string that opens a part, before its own parameters. */
export function withView(view: ForecastView, query: string): string {
  if (view === 'indicators') return query;
  return query === '' ? `${viewKey}=${view}` : `${viewKey}=${view}&${query}`;
}

/**
 * The part's share of the page's address: what it writes begins with its name, and it hears of Back and Forward only while the
 * address is its own.
 */
export function addressOfView(address: Address, view: ForecastView): Address {
  return {
    ...address,
    write: (query) => address.write(withView(view, query)),
    push: (query) => address.push(withView(view, query)),
    listen: (onChange) =>
      address.listen((query) => {
        if (readView(query) === view) onChange(query);
      }),
  };
}

/** The query of another part: its own last one, with the issue day that is shown. */
export function queryOfView(view: ForecastView, last: string | undefined, present: string): string {
  const query = new URLSearchParams(last ?? withView(view, ''));
  const issued = new URLSearchParams(present).get('issued');
  if (view !== 'indicators' && issued !== null) query.set('issued', issued);
  return query.toString().replaceAll('%2C', ',');
}
