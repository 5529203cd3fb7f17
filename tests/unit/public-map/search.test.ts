import { describe, expect, it, vi } from 'vitest';
import type { DataPoint } from '#contract/public-map.ts';
import type { SearchResult } from '#features/public-map/index.ts';
import { createMapSearch, type Suggestions } from '#features/public-map/screen/search/map-search.ts';
import {
  createSiteSearch,
  type SearchReply,
  type SearchRequest,
} from '#features/public-map/screen/search/search-client.ts';
import { searchSites } from '#features/public-map/screen/search/search-sites.ts';
import { createSearchEngine } from '#lib/search-engine.ts';
import { maxResults, toSearchRecord } from '#stores/search-record.ts';
import { site } from './builders.ts';

const sites = [
  site({ loc_ndx: 1, loc_name: 'Snake River near Moran', loc_id: '13011000' }),
  site({ loc_ndx: 2, loc_name: 'Snake River near Heise', loc_id: '13037500' }),
  site({
    loc_ndx: 3,
    loc_name: 'Palisades Reservoir',
    loc_id: 'PAL',
    loc_type: 'Reservoir',
    huc8_name: 'Palisades',
  }),
  site({ loc_ndx: 4, loc_name: 'Box Canyon', loc_id: 'BOX', loc_type: 'Spring', data_provider: 'USGS' }),
  site({ loc_ndx: 13037, loc_name: 'Well', loc_id: 'W1', gw_district: 'X', huc10_name: 'Mud Lake' }),
];

function searchOf(all: readonly DataPoint[]): (text: string) => readonly number[] {
  const engine = createSearchEngine(all.map(toSearchRecord), { limit: maxResults });
  return (text) => engine(text).map(({ entry }) => entry.loc_ndx);
}
const find = searchOf(sites);

describe('the fuzzy search', () => {
  it.each([
    ['a misspelling', 'hiese', 2],
    ['another misspelling', 'palisaeds', 3],
    ['a word beside a misspelled one', 'snake hiese', 2],
    ['words of the language', 'Snake River at Heise', 2],
    ['a word too many', 'snake rivver hiese idaho', 2],
    ['the exact id', 'pal', 3],
    ['the exact index', '13037', 13037],
    ['the number of its agency', '13037500', 2],
    ['a type', 'reservoir', 3],
    ['a type and a provider', 'spring usgs', 4],
    ['a unit', 'mud lake', 13037],
  ])('finds by %s: %s', (_, text, first) => {
    expect(find(text)[0]).toBe(first);
  });

  it.each(['heise idaho', '  '])('finds nothing for “%s”', (text) => {
    expect(find(text)).toEqual([]);
  });

  it('finds words with swapped, wrong, missing or extra letters', () => {
    const fork = site({ loc_ndx: 9, loc_name: 'Henry’s Fork near Rexburg', loc_id: '13056500' });
    const search = searchOf([...sites, fork]);
    for (const text of ['henrys frok', 'henry’s fork', 'henrys fork rexberg', 'rexbrg', 'rexxburg']) {
      expect(search(text), text).toEqual([9]);
    }
  });

  it('does not mix similar words into the results of an exact match', () => {
    const near = Array.from({ length: 60 }, (_, index) =>
      site({ loc_ndx: 500 + index, loc_name: `Heist Creek ${index}`, loc_id: `130375${index + 10}X` }),
    );
    const search = searchOf([...sites, ...near]);
    expect(search('13037500')).toEqual([2]);
    expect(search('Heise')).toEqual([2]);
    expect(search('3037500')).toEqual([]);
  });

  it('returns at most 49 sites', () => {
    const many = Array.from({ length: 300 }, (_, index) =>
      site({ loc_ndx: index, loc_name: `Canal ${index}` }),
    );
    const hits = searchOf(many)('canal');
    expect(hits).toHaveLength(maxResults);
    expect(new Set(hits).size).toBe(49);
  });
});

const result = (name: string, more: Partial<SearchResult> = {}): SearchResult => ({
  href: `/sites/${name}`,
  name,
  kind: 'Stream Gage',
  detail: '',
  ...more,
});
const answerOf = (name: string) => ({ results: [result(name)] });

describe('the search in a worker', () => {
  it('drops the reply to a superseded search', async () => {
    const sent: SearchRequest['kind'][] = [];
    let answer: (reply: SearchReply) => void = () => {};
    const search = createSiteSearch(
      ({ reply }) => {
        answer = reply;
        return { send: ({ kind }) => sent.push(kind), terminate: () => {} };
      },
      async () => ({}),
    );
    search.index(sites);
    const reader = { audiences: [] };
    const first = search.find('a', reader);
    const second = search.find('b', reader);
    await search.prepare();
    await Promise.resolve();
    answer({ id: 1, answer: answerOf('Heise') });
    answer({ id: 2, answer: answerOf('Moran') });
    expect(await first).toBeUndefined();
    expect(await second).toEqual(answerOf('Moran'));
    expect(sent).toEqual(['sites', 'conditions', 'index', 'find']);
  });

  it('finds sites where the index cannot be loaded', async () => {
    const sent: SearchRequest[] = [];
    const search = createSiteSearch(
      () => ({ send: (request) => sent.push(request), terminate: () => {} }),
      () => Promise.reject(new Error('The index answered 503.')),
    );
    search.index(sites);
    await search.prepare();
    expect(sent.map(({ kind }) => kind)).toEqual(['sites', 'conditions', 'index']);
    expect(sent[0]).toMatchObject({ sites: sites.map(({ loc_ndx }) => ({ loc_ndx })) });
  });
});

describe('the search of the map without a feature that finds more', () => {
  const search = searchSites(undefined, sites, {});

  it.each([
    ['13037500', ['Snake River near Heise']],
    ['reservoir', ['Palisades Reservoir']],
    ['zzzz', []],
  ])('finds for “%s” the sites %j', (text, names) => {
    expect(search(text, { audiences: [] }).results.map(({ name }) => name)).toEqual(names);
  });
});

describe('the search of the map', () => {
  const noPlaces = { kind: 'failed', message: 'The place search cannot be reached. Try again.' } as const;

  function start() {
    vi.useFakeTimers();
    const queries: string[] = [];
    const search = createMapSearch({
      siteOf: (ndx) => sites.find(({ loc_ndx }) => loc_ndx === ndx),
      search: {
        index: () => {},
        setConditions: () => {},
        close: () => {},
        prepare: async () => {},
        find: async (text, { limit }) => {
          queries.push(`${text} ${limit}`);
          return { results: [result('Heise', { site: 2 }), result('Rexburg', { kind: 'Town' })] };
        },
      },
      findPlace: async () => noPlaces,
    });
    const kinds = () => {
      const state: Suggestions = search.$suggestions.get();
      return state.status === 'ready' ? state.items.map(({ kind }) => kind) : state.status;
    };
    return { search, queries, kinds };
  }

  it('waits until nothing was typed for 200 ms', async () => {
    const { search, queries, kinds } = start();
    search.type('h');
    await vi.advanceTimersByTimeAsync(199);
    search.type('he');
    await vi.advanceTimersByTimeAsync(199);
    expect(queries).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(queries).toEqual(['he 49']);
    expect(kinds()).toEqual(['site', 'result', 'find-place']);
    vi.useRealTimers();
  });
});
