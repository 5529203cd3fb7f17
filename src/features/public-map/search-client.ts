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

/** The worker, or what stands for it in a test. */
export type SearchPort = {
  send(request: SearchRequest): void;
  end(): void;
};
type Answering = { reply(reply: SearchReply): void; fail(): void };

function startWorker({ reply, fail }: Answering): SearchPort {
  const worker = new Worker(new URL('./search.worker.ts', import.meta.url), { type: 'module' });
  worker.addEventListener('message', (event: MessageEvent<SearchReply>) => reply(event.data));
  worker.addEventListener('error', fail);
  return { send: (request) => worker.postMessage(request), end: () => worker.terminate() };
}

/** The fuzzy search in a worker of its own, started with the first question, so that typing never waits for it. */
export function createSiteSearch(start: (answering: Answering) => SearchPort = startWorker): SiteSearch {
  let sites: readonly DataPoint[] = [];
  let port: SearchPort | undefined;
  let indexed: readonly DataPoint[] | undefined;
  let lastId = 0;
  let waiting:
    | { id: number; resolve: (hits: readonly number[] | undefined) => void; reject: (e: Error) => void }
    | undefined;

  function open(): SearchPort {
    port ??= start({
      reply({ id, hits }) {
        if (waiting?.id !== id) return;
        waiting.resolve(hits);
        waiting = undefined;
      },
      fail() {
        waiting?.reject(new Error('The search could not be started.'));
        waiting = undefined;
        close();
      },
    });
    return port;
  }

  function close(): void {
    port?.end();
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
        target.send({ kind: 'index', records: sites.map(recordOf) });
        indexed = sites;
      }
      waiting?.resolve(undefined);
      lastId += 1;
      const id = lastId;
      return new Promise((resolve, reject) => {
        waiting = { id, resolve, reject };
        target.send({ kind: 'find', id, text });
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
