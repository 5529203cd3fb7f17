import type { FastifyInstance } from 'fastify';
import type { CompleteRequests } from '#contract/basin/basin-requests.ts';
import type { People } from './access/people.ts';
import type { PersonalTokens } from './access/personal-tokens.ts';
import type { ValueAccess } from './access/value-access.ts';
import type { Config } from './config.ts';
import type { ScopeOf } from './db/findings.ts';
import type { Queryable } from './db/queryable.ts';
import type { Store } from './db/store.ts';
import type { ParseAskedDay } from './findings/asked-day.ts';
import type { SessionRecords } from './identity/identity-storage.ts';
import type { ImportRunner } from './imports/import-runner.ts';
import type { CounterStore } from './limits/counters.ts';
import type { DownloadSlots } from './limits/download-limits.ts';
import type { BuiltSite } from './plugins/site/site-handler.ts';
import type { FileStorage } from './storage/file-storage.ts';

/** What the server gives to the routes of a feature. */
export type FeatureServices = {
  readonly store: Store;
  /** For what may be a moment old; what people enter is read from `store`. */
  readonly reads: Queryable;
  readonly config: Config;
  /** What the basin file asks of the server. */
  readonly basin: CompleteRequests;
  readonly parseDay: ParseAskedDay;
  readonly builtPage: BuiltSite['page'];
  readonly valueAccess: ValueAccess;
  readonly scopeOf: ScopeOf;
  readonly slots: DownloadSlots;
  /** Counts what people may do so often in a time, such as creating access tokens. */
  readonly attempts: CounterStore;
  /** Runs imports, one at a time. */
  readonly imports: ImportRunner;
  /** Where uploaded files are. */
  readonly storage: FileStorage;
  readonly people: People;
  readonly personalTokens: PersonalTokens;
  /** Undefined where another identity provider has the sessions. */
  readonly sessions: SessionRecords | undefined;
  /** What commands on this computer send, which have the portal work on its open database. */
  readonly internalSecret: string | undefined;
};

export type RegisterFeature = (app: FastifyInstance, services: FeatureServices) => void;
