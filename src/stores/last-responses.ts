import { map } from 'nanostores';

/** An answer of the API as it came. */
export type LastResponse = {
  readonly path: string;
  readonly status: number;
  /** Milliseconds since 1970. */
  readonly receivedAt: number;
  readonly body: unknown;
};

/** The latest answer to each call of the API on this page, by the call's name; for the developer tools. */
export const $lastResponses = map<Record<string, LastResponse>>({});
