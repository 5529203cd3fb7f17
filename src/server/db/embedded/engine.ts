import type { PGlite } from '@electric-sql/pglite';

/** What a statement of the embedded database is made of; `blob` is the content of `/dev/blob`. */
type EngineStatement = {
  readonly text: string;
  readonly parameters: readonly unknown[];
  readonly blob?: Uint8Array | undefined;
};

/** An open connection. When its thread ends, statements are rejected, also after another one was opened. */
export type EngineSession = {
  run(statement: EngineStatement): Promise<unknown[]>;
};

/** The embedded database, which has one connection, in this thread or in a worker's. */
export type Engine = {
  session(): Promise<EngineSession>;
  /** Ends the thread in the midst of a statement, which is rejected; the next session opens the database again. */
  interrupt?(): void;
  close(): Promise<void>;
};

export function createSession(client: PGlite): EngineSession {
  return {
    run: async ({ text, parameters, blob }) => {
      const options = blob && { blob: new Blob([new Uint8Array(blob)]) };
      const { rows } = await client.query(text, [...parameters], options);
      return rows;
    },
  };
}

/** The engine in this thread, for databases in memory. */
export function createLocalEngine(client: PGlite): Engine {
  const session = createSession(client);
  return { session: async () => session, close: () => client.close() };
}

export type EngineRequest = { readonly id: number } & (
  | ({ readonly kind: 'run' } & EngineStatement)
  | { readonly kind: 'close' }
);

/** An error of the engine, as an object that can be sent to another thread. */
export type EngineError = {
  readonly message: string;
  /** An SQLSTATE. */
  readonly code?: string | undefined;
  /** The engine has panicked, and answers nothing more. */
  readonly isLast?: boolean | undefined;
};

export type EngineResponse =
  /** The database is open, or could not be opened. */
  | { readonly kind: 'opened' }
  | { readonly kind: 'failed'; readonly error: EngineError }
  /** `cpuMs` is what the statement took of the thread's processor, whatever else the machine does. */
  | { readonly kind: 'result'; readonly id: number; readonly rows: unknown[]; readonly cpuMs: number }
  | { readonly kind: 'refused'; readonly id: number; readonly error: EngineError };
