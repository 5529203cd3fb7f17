import { createSearchEngine } from '#lib/search-engine.ts';
import { maxResults, type SearchRecord } from '#stores/search-record.ts';
import type { SearchReply, SearchRequest } from './search-client.ts';

let find: (text: string) => readonly SearchRecord[] = () => [];
let records: readonly SearchRecord[] = [];
let latest = 0;

self.addEventListener('message', (event: MessageEvent<SearchRequest>) => {
  const message = event.data;
  if (message.kind === 'records') {
    records = message.isFirstChunk ? message.records : [...records, ...message.records];
    return;
  }
  if (message.kind === 'index') {
    find = createSearchEngine(records, { limit: maxResults });
    records = [];
    return;
  }
  latest = message.id;
  // A later search may be queued already: only the last one gets a reply.
  setTimeout(() => {
    if (message.id !== latest) return;
    const reply: SearchReply = { id: message.id, hits: find(message.text).map(({ loc_ndx }) => loc_ndx) };
    self.postMessage(reply);
  }, 0);
});
