import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';

const read = { method: 'GET', access: 'open' } as const;

export const readHealth = defineEndpoint({
  ...read,
  summary: 'Whether the server and its database respond; 503 if neither the database nor a replica does',
  path: '/api/health',
  maxAge: 'never',
  response: z.object({
    status: z.literal('ok'),
    database: z.enum(['pglite', 'postgresql']),
    uptime_seconds: z.number(),
    /** Only where there is a replica. While the primary is away, reads go on and writes are refused with 503. */
    primary: z.optional(z.enum(['ok', 'away'])),
    /** `lagging`: its data are too old, so the primary is read. */
    replica: z.optional(z.enum(['in use', 'lagging', 'away'])),
  }),
  errors: [503],
});

const Passed = z.literal('ok');

/** What a server needs before it is given requests. */
const ReadinessChecks = z.object({
  /** The server is not stopping. */
  running: Passed,
  database: Passed,
  /** The tables are those of this version or a later one. */
  migrations: Passed,
  disk: Passed,
  /** The pages are built, or are served by another host. */
  pages: Passed,
  /** The keys that verify tokens are loaded. */
  identity: Passed,
});
export type ReadinessCheck = keyof z.output<typeof ReadinessChecks>;

export const readReady = defineEndpoint({
  ...read,
  summary: 'Whether the server should be given requests; 503 names what is missing',
  path: '/api/ready',
  maxAge: 'never',
  isUnlimited: true,
  response: z.object({ status: z.literal('ready'), checks: ReadinessChecks }),
  errors: [503],
});

export const readVersion = defineEndpoint({
  ...read,
  summary: 'The version of the portal, and whether its data and accounts are for demonstration',
  path: '/api/version',
  isNeverShed: true,
  response: z.object({
    name: z.string(),
    version: z.string(),
    /** The values are synthetic. */
    demo_data: z.boolean(),
    demo_identity: z.boolean(),
  }),
});

const codeName = (length: number) => z.string().check(z.maxLength(length), z.regex(/^[\w$.<>/-]*$/));
const position = z.int().check(z.minimum(0), z.maximum(1_000_000_000));

/** An error of a page in a browser, without its message, which may repeat what somebody has entered. */
export const PageError = z.strictObject({
  /** The page as it was built, such as `/sites/site`. */
  page: codeName(100),
  /** The class of the error: `TypeError`. */
  type: codeName(60),
  /** Where in the portal's scripts, the innermost call first. */
  frames: z
    .array(z.strictObject({ function: codeName(100), file: codeName(100), line: position, column: position }))
    .check(z.maxLength(20)),
});
export type PageError = z.output<typeof PageError>;

export const reportPageError = defineEndpoint({
  method: 'POST',
  access: 'open',
  summary: 'Reports that a page of the portal failed in a browser; the log has it, at most 20 a minute',
  path: '/api/page-errors',
  body: PageError,
  response: z.object({ status: z.literal('noted') }),
});
