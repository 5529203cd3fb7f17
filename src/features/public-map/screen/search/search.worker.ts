import type { SiteCondition } from '#contract/public-map.ts';
import type { FindResults, MapSearchEngine, SearchedSite } from './answer.ts';
import type { SearchReply, SearchRequest } from './search-client.ts';
import { searchSites } from './search-sites.ts';

const [createSearch = searchSites] = Object.values(
  import.meta.glob<MapSearchEngine>('../../../*/fills/map-search-engine.ts', {
    eager: true,
    import: 'default',
  }),
);

let find: FindResults = () => ({ results: [] });
let sites: readonly SearchedSite[] = [];
let conditions: ReadonlyMap<number, SiteCondition> = new Map();
let latest = 0;

self.addEventListener('message', (event: MessageEvent<SearchRequest>) => {
  const message = event.data;
  if (message.kind === 'sites') {
    sites = message.isFirstChunk ? message.sites : [...sites, ...message.sites];
    return;
  }
  if (message.kind === 'index') {
    find = createSearch(message.index, sites, {
      conditionOf: (site) => conditions.get(site),
      today: message.today,
    });
    sites = [];
    return;
  }
  if (message.kind === 'conditions') {
    conditions = new Map(message.conditions.map((each) => [each.loc_ndx, each]));
    return;
  }
  latest = message.id;
  // A later search may be queued already: only the last one gets a reply.
  setTimeout(() => {
    if (message.id !== latest) return;
    const reply: SearchReply = { id: message.id, answer: find(message.text, message.reader) };
    self.postMessage(reply);
  }, 0);
});
