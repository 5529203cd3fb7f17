import type { Address } from '#stores/address.ts';

/** The part of Forecast Supply that has no name in the address. */
export const firstView = 'indicators';

const viewKey = 'view';

/** The part that a query string asks for; the first one without a name. */
export function readView(query: string): string {
  return new URLSearchParams(query).get(viewKey) ?? firstView;
}

/** A query string that opens a part, before its own parameters. */
export function withView(view: string, query: string): string {
  if (view === firstView) return query;
  return query === '' ? `${viewKey}=${view}` : `${viewKey}=${view}&${query}`;
}

/**
 * The part's share of the page's address: what it writes begins with its name, and it hears of Back and Forward only while the
 * address is its own.
 */
export function addressOfView(address: Address, view: string): Address {
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
export function queryOfView(view: string, last: string | undefined, present: string): string {
  const query = new URLSearchParams(last ?? withView(view, ''));
  const issued = new URLSearchParams(present).get('issued');
  if (view !== firstView && issued !== null) query.set('issued', issued);
  return query.toString().replaceAll('%2C', ',');
}
