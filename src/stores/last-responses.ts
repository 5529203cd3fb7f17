import { map } from 'nanostores';

/** A response of the API, unchecked. */
export type LastResponse = {
  readonly path: string;
  readonly status: number;
  /** Milliseconds since 1970. */
  readonly receivedAt: number;
  readonly body: unknown;
};

/** The latest response of each endpoint on this page, by the endpoint's name; for the developer tools. */
export const $lastResponses = map<Record<string, LastResponse>>({});
