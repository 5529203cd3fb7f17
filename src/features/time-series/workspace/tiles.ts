import {
  type AddressCodec,
  type AddressField,
  addressCodec,
  nameField,
  Refusal,
} from '#lib/address-codec.ts';
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

const maxQuoted = 60;

/** A date of all tiles; the end is refused where it is before the start, and both are open then. */
const dayField = (key: 'start' | 'end'): AddressField<string | undefined> => ({
  key,
  initial: undefined,
  parse(text, query) {
    if (text === '') return undefined;
    if (!isPlausibleDay(text))
      return new Refusal(`The ${key} date of this link is not a date. Each view has its own dates.`);
    const [start = '', end = ''] = ['start', 'end'].map((each) => query.get(each) ?? '');
    if (!isPlausibleDay(start) || !isPlausibleDay(end) || start <= end) return text;
    return key === 'end'
      ? new Refusal('This link ends before it begins. Each view has its own dates.')
      : undefined;
  },
  format: (day) => day,
});

const codec = addressCodec<Workspace>({
  tiles: {
    key: 'tiles',
    initial: [],
    parse(text) {
      const named = [...new Set(text.split(',').filter(Boolean))];
      const tiles = named.filter((each) => parseTile(each) !== undefined);
      const wrong = named.filter((each) => !tiles.includes(each)).join(', ');
      const faults = [
        wrong && `Left out, because this link names no tile so: ${wrong.slice(0, maxQuoted)}.`,
        tiles.length > maxTiles && `Only the first ${maxTiles} tiles of this link are shown.`,
      ].filter(Boolean);
      return faults.length > 0 ? new Refusal(faults.join(' '), tiles.slice(0, maxTiles)) : tiles;
    },
    format: (tiles) => tiles.join(','),
  },
  start: dayField('start'),
  end: dayField('end'),
  columns: nameField('columns', ['1', '2'], '2'),
});

/** `tiles=view.UUID,board&start=2025-10-01&columns=1`; what has its default is absent. */
export const workspaceCodec: AddressCodec<Workspace> = {
  ...codec,
  write(workspace) {
    const text = codec.write(workspace);
    return text === 'tiles=' ? '' : text;
  },
};

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
