import * as z from 'zod/mini';

/**
 * Who may call an endpoint. `open`: anyone. `open-values`: anyone for values of the providers that the basin file calls
 * open; others need a valid access token. `signed-in`: a valid access token. `administrator` and `developer`: a token
 * whose roles include that one.
 */
export type Access = 'open' | 'open-values' | 'signed-in' | 'administrator' | 'developer';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

type Schema = z.ZodMiniType;

/**
 * One REST call, from which both the server's route and the browser's function derive. `path` has `:name` parameters.
 * `errors` are the statuses that a caller should expect in addition to 400, 421, 429, 500 and 503, which any call may
 * return. Every error body is a `Problem`.
 */
export type Endpoint = {
  /** Of a call that no module of the contract exports; the others are named by it. */
  readonly name?: string;
  /** What it is about, if not what its module is about. */
  readonly subject?: string;
  readonly summary: string;
  readonly method: Method;
  readonly path: `/api/${string}` | '/ogc' | `/ogc/${string}`;
  readonly access: Access;
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
  readonly response: Schema;
  /** The type of a response that is no JSON. */
  readonly mediaType?: string;
  readonly errors?: readonly number[];
  /** Its handler verifies the bearer token, which is of no person and good for this call only. */
  readonly hasOwnTokens?: boolean;
  /** The response has a secret, which nothing but its caller may hold. */
  readonly hasSecret?: boolean;
  /** Its address is a secret, whose parameters are not logged. */
  readonly hasSecretPath?: true;
  /** True for a GET that changes something, which has no HEAD; false for a POST that changes nothing. */
  readonly changesState?: boolean;
  /** The body is a file, as application/octet-stream. */
  readonly isUpload?: boolean;
  /** The largest body, if it may be larger than others. */
  readonly maxBodyBytes?: number;
  /** 202: a job was started, whose progress is at `location`. */
  readonly successStatus?: 200 | 201 | 202;
  readonly location?: string;
  /** Seconds that a client may reuse the response without asking; `never` forbids storing it. */
  readonly maxAge?: number | 'never';
  /** The response depends on the caller, although the endpoint is open. */
  readonly variesByCaller?: boolean;
  /** Other request headers that the response depends on. */
  readonly varyHeaders?: readonly string[];
  /** Callers are not counted: a proxy that asks whether the portal works may have the address of everybody. */
  readonly isUnlimited?: boolean;
  /** Answered however busy the portal is. */
  readonly isNeverShed?: boolean;
};

/** Returns the endpoint with its literal types, for `RequestOf` and `ResponseOf`. */
export function defineEndpoint<const E extends Endpoint>(endpoint: E): E {
  return endpoint;
}

type RequestPart<E extends Endpoint, K extends 'params' | 'query' | 'body'> = E[K] extends Schema
  ? Record<K, z.input<E[K]>>
  : unknown;

/** A query whose parameters are all optional may be left out. */
type QueryPart<E extends Endpoint> = E['query'] extends Schema
  ? Record<never, never> extends z.input<E['query']>
    ? Partial<Record<'query', z.input<E['query']>>>
    : RequestPart<E, 'query'>
  : unknown;

/** What a caller passes: `{ params, query, body }`, without the parts that the endpoint does not have. */
export type RequestOf<E extends Endpoint> = RequestPart<E, 'params'> & QueryPart<E> & RequestPart<E, 'body'>;

export type ResponseOf<E extends Endpoint> = z.output<E['response']>;

/** RFC 9457 problem details, the body of every error (`application/problem+json`). */
export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  instance: z.string(),
  errors: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
});
export type Problem = z.output<typeof Problem>;
