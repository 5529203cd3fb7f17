import type { DataPoint } from '#contract/public-map.ts';
import type { SearchRecord } from './search-engine.ts';

export type SearchRequest =
  | { kind: 'index'; records: readonly SearchRecord[] }
  | { kind: 'find'; id: number; text: string };
export type SearchReply = { id: number; hits: readonly number[] };

export type SiteSearch = {
  index(sites: readonly DataPoint[]): void;
  /** `loc_ndx` of the hits, best first; undefined when a later search overtook this one. */
  find(text: string): Promise<readonly number[] | undefined>;
  close(): void;
};

type Port = Pick<Worker, 'postMessage' | 'terminate' | 'addEventListener'>;

function startWorker(): Port {
  return new Worker(new URL('./search.worker.ts', import.meta.url), { type: 'module' });
}

/** The fuzzy search in a worker of its own, started with the first question, so that typing never waits for it. */
export function createSiteSearch(start: () => Port = startWorker): SiteSearch {
  let sites: readonly DataPoint[] = [];
  let port: Port | undefined;
  let indexed: readonly DataPoint[] | undefined;
  let lastId = 0;
  let waiting:
    | { id: number; resolve: (hits: readonly number[] | undefined) => void; reject: (e: Error) => void }
    | undefined;

  function open(): Port {
    if (port) return port;
    port = start();
    port.addEventListener('message', (event) => {
      const reply: SearchReply = event.data;
      if (waiting?.id !== reply.id) return;
      waiting.resolve(reply.hits);
      waiting = undefined;
    });
    port.addEventListener('error', () => {
      waiting?.reject(new Error('The search could not be started.'));
      waiting = undefined;
      close();
    });
    return port;
  }

  function close(): void {
    port?.terminate();
    port = undefined;
    indexed = undefined;
  }

  return {
    index(all) {
      sites = all;
    },
    find(text) {
      const target = open();
      if (indexed !== sites) {
        target.postMessage({ kind: 'index', records: sites.map(recordOf) } satisfies SearchRequest);
        indexed = sites;
      }
      waiting?.resolve(undefined);
      lastId += 1;
      const id = lastId;
      return new Promise((resolve, reject) => {
        waiting = { id, resolve, reject };
        target.postMessage({ kind: 'find', id, text } satisfies SearchRequest);
      });
    },
    close,
  };
}

export function recordOf(site: DataPoint): SearchRecord {
  return {
    loc_ndx: site.loc_ndx,
    loc_name: site.loc_name,
    loc_id: site.loc_id,
    loc_type: site.loc_type,
    parameter_name: site.parameter_name ?? '',
    data_provider: site.data_provider,
    huc8_name: site.huc8_name ?? '',
    huc10_name: site.huc10_name ?? '',
  };
}
