import * as z from 'zod/mini';
import { type Endpoint, Problem, type RequestOf, type ResponseOf } from '#contract/endpoint.ts';

// Zod would try `new Function` to speed itself up, which the Content-Security-Policy reports.
z.config({ jitless: true });

/** How a call ended without its data. `message` may be shown to the user as it is. */
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

/** What a call failed of, whatever was thrown; `message` says it for a cause that is none of a request's. */
export function toRequestFailed(cause: unknown, message = 'The answer could not be used.'): RequestFailed {
  return cause instanceof RequestFailed ? cause : new RequestFailed('unreadable', message);
}

export type RequestOptions = {
  signal?: AbortSignal | undefined;
  /** A bearer access token, sent when given. */
  token?: string | undefined;
  /** Says who is asking on an open endpoint, too, whose answer depends on it. */
  identify?: boolean;
  /** The `updated_at` of the state that is to be changed: a newer one is not (409). */
  ifMatch?: string | undefined;
  /** Sent as the body, as it is. */
  file?: Blob | undefined;
  /** Milliseconds to wait for the whole answer; nothing may wait for ever. */
  timeout?: number;
};

export type Requester = <E extends Endpoint>(
  endpoint: E,
  request: RequestOf<E>,
  options?: RequestOptions,
) => Promise<ResponseOf<E>>;

export type RequesterSettings = {
  /** Where the API is: an origin, or the empty string for the page's own. */
  origin: string;
  fetch?: typeof fetch;
  /** Is told of every answer that could be read, before it is checked. */
  onResponse?: (endpoint: Endpoint, response: { path: string; status: number; body: unknown }) => void;
};

/**
 * A typed caller of the contract's endpoints. The body of the answer is checked against the contract.
 * @throws RequestFailed in every case that does not end with the data
 */
export function createRequester(settings: RequesterSettings): Requester {
  const { origin, fetch: send = globalThis.fetch, onResponse } = settings;
  return async (endpoint, request, options = {}) => {
    const { signal, token, ifMatch, file, timeout = 30_000 } = options;
    const { params, query, body } = request as { params?: object; query?: object; body?: object };
    const deadline = AbortSignal.timeout(timeout);
    const headers = new Headers({ accept: 'application/json' });
    if (token) headers.set('authorization', `Bearer ${token}`);
    if (ifMatch) headers.set('if-match', `"${ifMatch}"`);
    if (body) headers.set('content-type', 'application/json');
    if (file) headers.set('content-type', 'application/octet-stream');
    let response: Response;
    let responseBody: unknown;
    const path = toRequestPath(endpoint.path, params, query);
    try {
      response = await send(origin + path, {
        method: endpoint.method,
        headers,
        body: file ?? (body ? JSON.stringify(body) : null),
        signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
      });
      responseBody = await response.json();
    } catch (error) {
      if (signal?.aborted) throw new RequestFailed('cancelled', 'The request was cancelled.');
      if (deadline.aborted) throw new RequestFailed('timeout', 'The server took too long to answer.');
      if (error instanceof SyntaxError) {
        throw new RequestFailed('unreadable', 'The server’s answer could not be read.');
      }
      throw new RequestFailed('offline', 'The server cannot be reached.');
    }
    onResponse?.(endpoint, { path, status: response.status, body: responseBody });
    if (!response.ok) {
      const problem = Problem.safeParse(responseBody);
      if (!problem.success) throw new RequestFailed('unreadable', `The server answered ${response.status}.`);
      throw new RequestFailed('refused', problem.data.detail, problem.data);
    }
    const parsed = endpoint.response.safeParse(responseBody);
    if (!parsed.success) {
      throw new RequestFailed('unreadable', 'The server’s answer was not of the agreed form.');
    }
    return parsed.data as ResponseOf<typeof endpoint>;
  };
}

/** The address of a call: `:name` parameters filled in, the query appended; lists are comma separated. */
export function toRequestPath(path: string, params: object = {}, query: object = {}): string {
  const values = params as Record<string, unknown>;
  const filled = path.replace(/:([a-z_]+)/gi, (_, name: string) => encodeURIComponent(String(values[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value));
  }
  return search.size > 0 ? `${filled}?${search}` : filled;
}
