import type { HealthRow } from '#downloads/snow-rows.ts';

/** The site or HUC8 that map and table show. */
export type Chosen = { readonly kind: 'site' | 'huc8'; readonly id: number };

/** `chosen=site-41`; nothing without a choice. */
export function writeChosen(chosen: Chosen | undefined): string {
  return chosen ? `chosen=${chosen.kind}-${chosen.id}` : '';
}

/** Reads what `writeChosen` wrote; undefined for anything else. */
export function readChosen(query: string): Chosen | undefined {
  const [, kind, id] =
    /^(site|huc8)-([1-9]\d{0,8})$/.exec(new URLSearchParams(query).get('chosen') ?? '') ?? [];
  return kind === undefined ? undefined : { kind: kind === 'site' ? 'site' : 'huc8', id: Number(id) };
}

/** The page, counted from 1, on which a row is among the selected rows; undefined if it is not among them. */
export function pageOfRow(
  rows: readonly HealthRow[],
  selected: readonly number[],
  id: number,
  pageSize: number,
): number | undefined {
  const place = selected.findIndex((position) => rows[position]?.id === id);
  return place < 0 ? undefined : Math.floor(place / pageSize) + 1;
}
