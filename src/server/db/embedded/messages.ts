import type { EngineStatement } from './engine.ts';

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
  | { readonly kind: 'result'; readonly id: number; readonly rows: unknown[] }
  | { readonly kind: 'refused'; readonly id: number; readonly error: EngineError };
