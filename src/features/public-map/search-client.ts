import type { DataPoint } from '#contract/public-map.ts';
import { type SearchRecord, toSearchRecord } from '#stores/search-record.ts';

export type SearchRequest =
  | { kind: 'records'; isFirstChunk: boolean; records: readonly SearchRecord[] }
  | { kind: 'index' }
  | { kind: 'find'; id: number; text: string };
export type SearchReply = { id: number; hits: readonly number[] };

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

/** Runs the fuzzy search in a worker, started with the first search, so that typing never waits for it. */
export function createSiteSearch(start: (handlers: WorkerHandlers) => SearchPort = startWorker) {
  let sites: readonly DataPoint[] = [];
  let port: SearchPort | undefined;
  let indexJob: { sites: readonly DataPoint[]; done: Promise<void> } | undefined;
  let lastId = 0;
  let pending:
    | { id: number; resolve: (hits: readonly number[] | undefined) => void; reject: (e: Error) => void }
    | undefined;

  function open(): SearchPort {
    port ??= start({
      reply({ id, hits }) {
        if (pending?.id !== id) return;
        pending.resolve(hits);
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

  /** Sends chunks, because copying ten thousand rows at once would block the page noticeably. */
  async function sendRecords(all: readonly DataPoint[]): Promise<void> {
    for (let from = 0; from < all.length; from += chunkSize) {
      if (from > 0) await yieldToEventLoop();
      if (all !== sites) return;
      const records = all.slice(from, from + chunkSize).map(toSearchRecord);
      open().send({ kind: 'records', isFirstChunk: from === 0, records });
    }
    open().send({ kind: 'index' });
  }

  return {
    index(all: readonly DataPoint[]): void {
      sites = all;
    },
    prepare,
    /** @returns `loc_ndx` of the hits, best first; undefined if a later search superseded this one */
    async find(text: string): Promise<readonly number[] | undefined> {
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
        target.send({ kind: 'find', id, text });
      });
    },
    close,
  };
}
