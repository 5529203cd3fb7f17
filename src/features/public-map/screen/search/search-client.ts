import type { DataPoint, SiteCondition } from '#contract/public-map.ts';
import type { LoadMapSearchIndex, SearchAnswer, SearchedSite, SearchReader } from './answer.ts';

export type SearchRequest =
  | { kind: 'sites'; isFirstChunk: boolean; sites: readonly SearchedSite[] }
  | { kind: 'index'; index: unknown; today: string }
  | { kind: 'conditions'; conditions: readonly SiteCondition[] }
  | { kind: 'find'; id: number; text: string; reader: SearchReader };
export type SearchReply = { id: number; answer: SearchAnswer };

const chunkSize = 1000;
const timeoutMs = 10_000;
const yieldToEventLoop = () => new Promise<void>((resume) => setTimeout(resume, 0));

export type SiteSearch = ReturnType<typeof createSiteSearch>;

/** The worker, or its double in a test. */
export type SearchPort = {
  send(request: SearchRequest): void;
  terminate(): void;
};
type WorkerHandlers = { reply(reply: SearchReply): void; fail(): void };

function startWorker({ reply, fail }: WorkerHandlers): SearchPort {
  const worker = new Worker(new URL('./search.worker.ts', import.meta.url), { type: 'module' });
  worker.addEventListener('message', (event: MessageEvent<SearchReply>) => reply(event.data));
  worker.addEventListener('error', fail);
  return { send: (request) => worker.postMessage(request), terminate: () => worker.terminate() };
}

const [loadIndexOfFeature = async () => undefined] = Object.values(
  import.meta.glob<LoadMapSearchIndex>('../../../*/fills/map-search-index.ts', {
    eager: true,
    import: 'default',
  }),
);

/** Runs the search in a worker, started with the first search, so that typing never waits for it. */
export function createSiteSearch(
  start: (handlers: WorkerHandlers) => SearchPort = startWorker,
  load: LoadMapSearchIndex = loadIndexOfFeature,
) {
  let loading: Promise<unknown> | undefined;
  let conditions: readonly SiteCondition[] = [];
  let today = '';
  let sites: readonly DataPoint[] = [];
  let port: SearchPort | undefined;
  let indexJob: { sites: readonly DataPoint[]; done: Promise<void> } | undefined;
  let lastId = 0;
  let pending:
    | { id: number; resolve: (answer: SearchAnswer | undefined) => void; reject: (e: Error) => void }
    | undefined;

  function open(): SearchPort {
    port ??= start({
      reply({ id, answer }) {
        if (pending?.id !== id) return;
        pending.resolve(answer);
        pending = undefined;
      },
      fail: () => failPending('The search could not be started.'),
    });
    return port;
  }

  function failPending(message: string): void {
    pending?.reject(new Error(message));
    pending = undefined;
    close();
  }

  function close(): void {
    port?.terminate();
    port = undefined;
    indexJob = undefined;
  }

  /** Sends the sites to the worker in chunks, if the first search has not done so. */
  function prepare(): Promise<void> {
    if (indexJob?.sites !== sites) indexJob = { sites, done: sendRecords(sites) };
    return indexJob.done;
  }

  function loadIndex(): Promise<unknown> {
    loading ??= load().catch(() => {
      loading = undefined;
      // Without the index, the search finds sites.
      return undefined;
    });
    return loading;
  }

  /** Sends chunks, because copying ten thousand rows at once would block the page noticeably. */
  async function sendRecords(all: readonly DataPoint[]): Promise<void> {
    const index = await loadIndex();
    if (all !== sites) return;
    if (all.length === 0) open().send({ kind: 'sites', isFirstChunk: true, sites: [] });
    for (let from = 0; from < all.length; from += chunkSize) {
      if (from > 0) await yieldToEventLoop();
      if (all !== sites) return;
      const some = all.slice(from, from + chunkSize).map(toSearchedSite);
      open().send({ kind: 'sites', isFirstChunk: from === 0, sites: some });
    }
    open().send({ kind: 'conditions', conditions });
    open().send({ kind: 'index', index, today });
  }

  return {
    index(all: readonly DataPoint[]): void {
      sites = all;
    },
    /** The latest values, which stand beside the sites that are found. */
    setConditions(all: readonly SiteCondition[], on: string): void {
      conditions = all;
      today = on;
      port?.send({ kind: 'conditions', conditions });
    },
    prepare,
    /** @returns what is found, best first; undefined if a later search superseded this one */
    async find(text: string, reader: SearchReader): Promise<SearchAnswer | undefined> {
      pending?.resolve(undefined);
      pending = undefined;
      lastId += 1;
      const id = lastId;
      await prepare();
      if (id !== lastId) return undefined;
      const target = open();
      return new Promise((resolve, reject) => {
        pending = { id, resolve, reject };
        setTimeout(() => {
          if (pending?.id === id) failPending('The search took too long. Try again.');
        }, timeoutMs);
        target.send({ kind: 'find', id, text, reader });
      });
    },
    close,
  };
}

function toSearchedSite(site: DataPoint): SearchedSite {
  const { loc_ndx, loc_id, loc_name, loc_type, loc_type_name, parameter_name, data_provider } = site;
  const { huc8_name, huc10_name, por_end, latitude_dd, longitude_dd } = site;
  return {
    ...{ loc_ndx, loc_id, loc_name, loc_type, loc_type_name, parameter_name, data_provider },
    ...{ huc8_name, huc10_name, por_end, latitude_dd, longitude_dd },
  };
}
