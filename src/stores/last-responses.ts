import { atom } from 'nanostores';

/** A call of the API and its answer, unchecked. */
export type LastResponse = {
  readonly method: string;
  readonly path: string;
  /** The HTTP status, or why there was no answer. */
  readonly outcome: number | string;
  /** Milliseconds since 1970. */
  readonly receivedAt: number;
  /** Undefined without an answer, and for files. */
  readonly body: unknown;
};

const maxResponses = 30;

/** The calls of this page, newest first, each with its latest answer; for the developer tools. */
export const $lastResponses = atom<readonly LastResponse[]>([]);

export function recordResponse(response: Omit<LastResponse, 'receivedAt'>): void {
  const { method, path } = response;
  const others = $lastResponses.get().filter((each) => each.method !== method || each.path !== path);
  $lastResponses.set([{ ...response, receivedAt: Date.now() }, ...others].slice(0, maxResponses));
}
