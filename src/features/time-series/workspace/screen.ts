import { atom, computed } from 'nanostores';
import type { Requester } from '#client/request.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import {
  listSeriesHuc8s,
  listSeriesLocations,
  listSeriesParameters,
  listTimeseriesFilters,
  type SeriesLocation,
  type TimeseriesView,
} from '#contract/time-series.ts';
import { siteComparisonUrl } from '#domain/time-series/site-comparison.ts';
import type { Option } from '#kits/form/MultiSelect.tsx';
import type { Address } from '#stores/address.ts';
import { createTool } from '#stores/create-tool.ts';
import { dataOf } from '#stores/queries.ts';
import { createLists, type Lists } from '../choices.ts';
import { createViews, isTimeSeriesView, type SaveQueueSettings } from '../saved-views.ts';
import {
  type Card,
  cards,
  maxTiles,
  moveTile,
  parseTile,
  type Tile,
  type Workspace,
  withDates,
  workspaceCodec,
} from './tiles.ts';

type WorkspaceSettings = Pick<SaveQueueSettings, 'notify'> & {
  request: Requester;
  address: Address;
};

export type WorkspaceState = ReturnType<typeof createWorkspace>;

export const cardLabels: Readonly<Record<Card, string>> = {
  today: 'Today’s figures',
  storage: 'Storage of the system',
  board: 'Reach board',
};

/** What a tile shows: its name, and the address of its graph or table on Time Series Comparisons. */
export type TileView = {
  readonly tile: Tile;
  readonly text: string;
  readonly name: string;
  /** Undefined for a card, and while the lists are loading. */
  readonly query: string | undefined;
  /** Why it cannot be shown. */
  readonly fault: string | undefined;
};

/** The state of the workspace, all of which is in the address. */
export function createWorkspace({ request: ask, address, notify }: WorkspaceSettings) {
  const request = shareLists(ask);
  const lists = createLists(request);
  const views = createViews({ request, notify });
  const $views = computed(views.$state, (state) =>
    dataOf(state)?.filter(({ query }) => isTimeSeriesView(query)),
  );
  const $isReady = computed(
    [lists.$lists, $views],
    ({ locations }, saved) => locations !== undefined && saved !== undefined,
  );
  const {
    $selection: $workspace,
    change,
    ...tool
  } = createTool<never, Workspace>({
    address,
    codec: workspaceCodec,
    lists: [...lists.named, { what: 'Your saved views', query: views }],
    // What the lists do not have has a tile that says so.
    $ready: atom(true),
  });
  return {
    request,
    views,
    $stage: computed($isReady, (isReady) => (isReady ? 'ready' : 'locations')),
    saveView: (name: string) => views.create(name, workspaceCodec.write($workspace.get()) || 'tiles='),
    openView: tool.goTo,
    $isReady,
    $workspace,
    $refused: tool.$refused,
    $faults: tool.$faults,
    $options: computed([lists.$lists, $views], optionsOf),
    $tiles: computed([$workspace, lists.$lists, $views], (workspace, { locations }, saved) =>
      workspace.tiles.flatMap((text): TileView[] => {
        const tile = parseTile(text);
        return tile ? [{ tile, text, ...describeTile(tile, workspace, locations, saved) }] : [];
      }),
    ),
    setTiles: (tiles: readonly string[]) => change({ tiles: tiles.slice(0, maxTiles) }),
    move: (tile: string, by: -1 | 1) => change({ tiles: moveTile($workspace.get().tiles, tile, by) }),
    remove: (tile: string) => change({ tiles: $workspace.get().tiles.filter((each) => each !== tile) }),
    setDates: (dates: Partial<Pick<Workspace, 'start' | 'end'>>) => change(dates),
    setColumns: (columns: Workspace['columns']) => change({ columns }),
    start: tool.start,
  };
}

const shared: ReadonlySet<Endpoint> = new Set([
  listSeriesHuc8s,
  listSeriesParameters,
  listSeriesLocations,
  listTimeseriesFilters,
]);

/** Asks once for each list that every tile needs. A call that fails is made again by the next one who asks. */
function shareLists(request: Requester): Requester {
  const answers = new Map<Endpoint, Promise<unknown>>();
  return ((endpoint, input, options) => {
    if (!shared.has(endpoint)) return request(endpoint, input, options);
    const answer =
      answers.get(endpoint) ?? request(endpoint, input, options?.identify ? { identify: true } : {});
    answers.set(endpoint, answer);
    answer.catch(() => answers.delete(endpoint));
    return answer;
  }) as Requester;
}

/** Everything that can be a tile: saved views, cards, and each record of each site. */
function optionsOf(
  { locations, parameters }: Lists,
  saved: readonly TimeseriesView[] = [],
): readonly Option<string>[] {
  const names = new Map(parameters?.map((each) => [each.parameter_ndx, each.parameter_name]));
  return [
    ...saved.map(({ id, name }) => ({ value: `view.${id}`, label: name, detail: 'Saved view, graph' })),
    ...cards.map((card) => ({ value: card, label: cardLabels[card], detail: 'Card' })),
    ...saved.map(({ id, name }) => ({
      value: `table.${id}`,
      label: `${name}, table`,
      detail: 'Saved view, table',
    })),
    ...(locations ?? []).flatMap(({ loc_ndx, loc_name, loc_id, parameter_ndx_array }) =>
      parameter_ndx_array.map((parameter) => ({
        value: `site.${loc_ndx}.${parameter}`,
        label: loc_name,
        detail: `${names.get(parameter) ?? 'Record'} · ${loc_id}`,
      })),
    ),
  ];
}

function describeTile(
  tile: Tile,
  dates: Workspace,
  locations: readonly SeriesLocation[] | undefined,
  saved: readonly TimeseriesView[] | undefined,
): Pick<TileView, 'name' | 'query' | 'fault'> {
  switch (tile.kind) {
    case 'view':
    case 'table': {
      const view = saved?.find(({ id }) => id === tile.id);
      const fault =
        saved && !view
          ? 'This saved view was deleted, or belongs to another account. Remove the tile.'
          : undefined;
      return { name: view?.name ?? 'Saved view', query: view && withDates(view.query, dates), fault };
    }
    case 'site': {
      const { location, parameter } = tile;
      const site = locations?.find(({ loc_ndx }) => loc_ndx === location);
      const at = site?.parameter_ndx_array.indexOf(parameter) ?? -1;
      const name = site
        ? `${site.loc_name}, ${site.parameter_name_array[at] ?? 'no such record'}`
        : `Site ${location}`;
      const isLacking = locations !== undefined && at < 0;
      const url = siteComparisonUrl(
        location,
        parameter,
        site?.records.find((each) => each.parameter_ndx === parameter),
      );
      return {
        name,
        query: site && at >= 0 ? withDates(url.slice(url.indexOf('?') + 1), dates) : undefined,
        fault: isLacking ? 'The portal no longer has this record. Remove the tile.' : undefined,
      };
    }
    default:
      return { name: cardLabels[tile.kind], query: undefined, fault: undefined };
  }
}
