import * as z from 'zod/mini';
import { fetchWithRetry } from '#lib/fetch-with-retry.ts';
import { yieldToPage } from '#lib/page/yield-to-page.ts';
import { type Endpoint, Problem, type RequestOf, type ResponseOf } from './endpoint.ts';

// Zod's JIT would call `new Function`, which the Content-Security-Policy reports.
z.config({ jitless: true });

/** A request that did not return its data. The `message` can be shown to the user. */
export class RequestFailed extends Error {
  override name = 'RequestFailed';
  readonly reason: 'offline' | 'timeout' | 'cancelled' | 'refused' | 'unreadable';
  readonly problem: Problem | undefined;

  constructor(reason: RequestFailed['reason'], message: string, problem?: Problem) {
    super(message);
    this.reason = reason;
    this.problem = problem;
  }

  get status(): number | undefined {
    return this.problem?.status;
  }
}

/** Converts whatever was thrown. */
export function toRequestFailed(cause: unknown): RequestFailed {
  return cause instanceof RequestFailed
    ? cause
    : new RequestFailed('unreadable', 'The answer could not be used.');
}

export type RequestOptions = {
  signal?: AbortSignal | undefined;
  /** A bearer access token. */
  token?: string | undefined;
  /** Sends the access token to an open endpoint, too, because its response depends on the user. */
  identify?: boolean;
  /** The `updated_at` of the record to change; the API answers 409 if it has changed since. */
  ifMatch?: string | undefined;
  /** The raw body of the request. */
  file?: Blob | undefined;
  /** Milliseconds to wait for the complete response of each try. */
  timeout?: number;
};

export type Requester = <E extends Endpoint>(
  endpoint: E,
  request: RequestOf<E>,
  options?: RequestOptions,
) => Promise<ResponseOf<E>>;

export type RequesterSettings = {
  /** The origin of the API; the empty string for the page's own. */
  origin: string;
  fetch?: typeof fetch;
  /** Called with every JSON response before it is checked. */
  onResponse?: (
    endpoint: Endpoint,
    response: { path: string; status: number; headers: Headers; body: unknown },
  ) => void;
  /** Called with every failed call before it is thrown. */
  onFailure?: (failure: RequestFailed, call: { method: string; path: string }) => void;
};

/**
 * Creates the typed caller of the contract's endpoints. It checks the body of each response against the contract, and
 * tries a read again while the server is busy.
 * @throws RequestFailed for every other outcome
 */
export function createRequester({ origin, fetch, onResponse, onFailure }: RequesterSettings): Requester {
  return async (endpoint, request, options) => {
    const { params, query, body } = request as { params?: object; query?: object; body?: object };
    const path = toRequestPath(endpoint.path, params, query);
    try {
      return await call(endpoint, path, body, options);
    } catch (error) {
      if (error instanceof RequestFailed) onFailure?.(error, { method: endpoint.method, path });
      throw error;
    }
  };

  async function call<E extends Endpoint>(
    endpoint: E,
    path: string,
    body: object | undefined,
    { signal, token, ifMatch, file, timeout = 30_000 }: RequestOptions = {},
  ): Promise<ResponseOf<E>> {
    const headers = new Headers({ accept: 'application/json' });
    if (token) headers.set('authorization', `Bearer ${token}`);
    if (ifMatch) headers.set('if-match', `"${ifMatch}"`);
    if (body) headers.set('content-type', 'application/json');
    if (file) headers.set('content-type', 'application/octet-stream');
    let response: Response;
    let responseBody: unknown;
    try {
      response = await fetchWithRetry(origin + path, {
        method: endpoint.method,
        headers,
        body: file ?? (body ? JSON.stringify(body) : null),
        signal: signal ?? null,
        timeoutMs: timeout,
        ...(fetch && { fetch }),
      });
      responseBody = await readBody(response);
    } catch (error) {
      if (signal?.aborted) throw new RequestFailed('cancelled', 'The request was cancelled.');
      if (isAbort(error)) throw new RequestFailed('timeout', 'The server took too long to answer.');
      if (error instanceof SyntaxError) {
        throw new RequestFailed('unreadable', 'The server’s answer could not be read.');
      }
      throw new RequestFailed('offline', 'The server cannot be reached.');
    }
    const { status, headers: received } = response;
    onResponse?.(endpoint, { path, status, headers: received, body: responseBody });
    if (!response.ok) {
      const problem = Problem.safeParse(responseBody);
      if (!problem.success)
        throw new RequestFailed(
          'unreadable',
          `Something went wrong. The server answered ${response.status}.`,
        );
      throw new RequestFailed('refused', problem.data.detail, problem.data);
    }
    // Reading, checking and showing a long answer in one task would hold the page up.
    await yieldToPage();
    const parsed = endpoint.response.safeParse(responseBody);
    if (!parsed.success) {
      throw new RequestFailed('unreadable', 'The server’s answer does not have the expected form.');
    }
    await yieldToPage();
    return parsed.data as ResponseOf<E>;
  }
}

/** Undefined for a failure without words, such as an empty one or the page of a proxy. */
async function readBody(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch (error) {
    if (error instanceof SyntaxError && !response.ok) return undefined;
    throw error;
  }
}

/** The line of the browser's console for a failed call: `Cancelled: GET /api/series/1`. */
export function describeFailure(
  { reason, message }: RequestFailed,
  { method, path }: { method: string; path: string },
): string {
  return reason === 'cancelled' ? `Cancelled: ${method} ${path}` : `Failed: ${method} ${path}. ${message}`;
}

/** Browsers differ in how they name the end of a response that is being read. */
function isAbort(error: unknown): boolean {
  return error instanceof Error && /^(Timeout|Abort)Error$/.test(error.name);
}

/** Fills in `:name` parameters and appends the query; lists are comma-separated. */
export function toRequestPath(path: string, params: object = {}, query: object = {}): string {
  const values = params as Record<string, unknown>;
  const filled = path.replace(/:([a-z_]+)/gi, (_, name: string) => encodeURIComponent(String(values[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value));
  }
  return search.size > 0 ? `${filled}?${search}` : filled;
}
