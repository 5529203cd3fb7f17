import { isPlausibleDay } from '#lib/calendar.ts';

/**
 * What a tile shows, as its text in the address: the graph or the table of a saved view, the graph of a site's record, or a
 * card that another part of the portal draws.
 */
export type Tile =
  | { readonly kind: 'view' | 'table'; readonly id: string }
  | { readonly kind: 'site'; readonly location: number; readonly parameter: number }
  | { readonly kind: Card };

export const cards = ['today', 'storage', 'board'] as const;
export type Card = (typeof cards)[number];

/** A page of graphs, tables and cards. Without dates, each saved view has its own. */
export type Workspace = {
  /** The texts of different tiles, in their order. */
  readonly tiles: readonly string[];
  readonly start: string | undefined;
  readonly end: string | undefined;
  readonly columns: '1' | '2';
};

export const emptyWorkspace: Workspace = { tiles: [], start: undefined, end: undefined, columns: '2' };

/** More graphs than these are slow, and nobody reads them. */
export const maxTiles = 12;

const viewPattern = /^(view|table)\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;
const sitePattern = /^site\.([1-9]\d{0,8})\.([1-9]\d{0,4})$/;

/** Reads `view.UUID`, `table.UUID`, `site.14.1` (location and parameter) or the name of a card. */
export function parseTile(text: string): Tile | undefined {
  const [, kind, id] = viewPattern.exec(text) ?? [];
  if (kind !== undefined && id !== undefined) return { kind: kind === 'view' ? 'view' : 'table', id };
  const [, location, parameter] = sitePattern.exec(text) ?? [];
  if (location !== undefined)
    return { kind: 'site', location: Number(location), parameter: Number(parameter) };
  const card = cards.find((each) => each === text);
  return card && { kind: card };
}

/** Writes `tiles=view.UUID,board&start=2025-10-01&end=&columns=1`; what has its default is absent. */
export function writeWorkspace({ tiles, start, end, columns }: Workspace): string {
  if (tiles.length === 0 && start === undefined && end === undefined && columns === '2') return '';
  const query = new URLSearchParams({ tiles: tiles.join(',') });
  if (start !== undefined) query.set('start', start);
  if (end !== undefined) query.set('end', end);
  if (columns === '1') query.set('columns', '1');
  return query.toString().replaceAll('%2C', ',');
}

type WorkspaceLink = { readonly value: Workspace; readonly refused: readonly string[] };

/** Reads a query; `refused` has a sentence for each part that cannot be shown. */
export function readWorkspace(text: string): WorkspaceLink {
  const query = new URLSearchParams(text);
  const refused: string[] = [];
  const named = [...new Set((query.get('tiles') ?? '').split(',').filter(Boolean))];
  const tiles = named.filter((each) => parseTile(each) !== undefined);
  if (tiles.length < named.length)
    refused.push(
      `Left out, because this link names no tile so: ${named
        .filter((each) => !tiles.includes(each))
        .join(', ')
        .slice(0, maxQuoted)}.`,
    );
  if (tiles.length > maxTiles) refused.push(`Only the first ${maxTiles} tiles of this link are shown.`);
  const readDay = (key: 'start' | 'end') => {
    const day = query.get(key) || undefined;
    if (day === undefined || isPlausibleDay(day)) return day;
    refused.push(`The ${key} date of this link is not a date. Each view has its own dates.`);
    return undefined;
  };
  const [start, end] = [readDay('start'), readDay('end')];
  const isReversed = start !== undefined && end !== undefined && start > end;
  if (isReversed) refused.push('This link ends before it begins. Each view has its own dates.');
  return {
    value: {
      tiles: tiles.slice(0, maxTiles),
      start: isReversed ? undefined : start,
      end: isReversed ? undefined : end,
      columns: query.get('columns') === '1' ? '1' : '2',
    },
    refused,
  };
}

const maxQuoted = 60;

/** Moves a tile by one place. One at the end stays. */
export function moveTile(tiles: readonly string[], tile: string, by: -1 | 1): readonly string[] {
  const at = tiles.indexOf(tile);
  const other = tiles[at + by];
  if (at < 0 || other === undefined) return tiles;
  return tiles.with(at, other).with(at + by, tile);
}

/** A saved view's address with the dates of the workspace, if it has any, and without the zoom of the view's own dates. */
export function withDates(query: string, { start, end }: Pick<Workspace, 'start' | 'end'>): string {
  if (start === undefined && end === undefined) return query;
  const dated = new URLSearchParams(query);
  dated.set('start', start ?? '');
  dated.set('end', end ?? '');
  dated.delete('x');
  return dated.toString();
}
