import type { PGlite } from '@electric-sql/pglite';

/** What a statement of the embedded database is made of; `blob` is the content of `/dev/blob`. */
export type EngineStatement = {
  readonly text: string;
  readonly parameters: readonly unknown[];
  readonly blob?: Uint8Array | undefined;
};

/** An open connection. When its thread ends, statements are rejected, also after another one was opened. */
export type Session = {
  run(statement: EngineStatement): Promise<unknown[]>;
};

/** The embedded database, which has one connection, in this thread or in a worker's. */
export type Engine = {
  session(): Promise<Session>;
  close(): Promise<void>;
};

export function createSession(client: PGlite): Session {
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
