import { plainText } from './normalise/answers.ts';
import { ServiceAway, ServiceFailing, SourceRefused, type SourceTools } from './source.ts';

const tries = 5;
const firstWait = 2_000;
const longestWait = 120_000;
/** Limits by the hour ask for waits of up to one; no question waits for longer altogether. */
const longestAskedWait = 3_600_000;
const deadline = 120_000;
const jitter = 0.2;
const passing = [429, 500, 502, 503, 504];

export type AskSettings<T = never> = {
  headers?: Readonly<Record<string, string>>;
  /** Milliseconds before each request but the first, so that a service is never pressed. */
  pause?: number;
  /** What an answer 404 means, where it means that there is nothing. */
  nothing?: T;
};

/** Asks for an address and reads the answer. @throws SourceRefused, ServiceFailing where patience did not help */
export type Ask = <T>(url: string, read: (text: string) => T, settings?: AskSettings<T>) => Promise<T>;

/**
 * Asks a service with patience: failures of the network, answers 429, 500, 502, 503 and 504, and answers that cannot
 * be read, because they are cut off or a page of apology, are tried again after about 2, 4, 8 and 16 s, or after what
 * Retry-After asks for.
 */
export function createAsk(tools: SourceTools, common: AskSettings = {}): Ask {
  let asked = 0;
  return async (url, read, settings) => {
    const { headers, pause = 0, nothing } = { ...common, ...settings };
    if (asked > 0 && pause > 0) await tools.sleep(pause);
    asked += 1;
    let last: Failure | undefined;
    let waited = 0;
    let isAway = true;
    for (let attempt = 1; attempt <= tries && waited < longestAskedWait; attempt += 1) {
      if (last) waited += await waitAfter(last, attempt - 1, url, tools);
      const answer = await once(url, headers, tools);
      if ('complaint' in answer) {
        if (answer.status === 404 && nothing !== undefined) return nothing;
        if (answer.isFinal) throw refusal(url, answer);
        last = answer;
        isAway &&= answer.isAway === true;
        continue;
      }
      try {
        return read(answer.text);
      } catch (error) {
        if (!(error instanceof SourceRefused)) throw error;
        last = { complaint: error.message, cause: error };
        isAway = false;
      }
    }
    if (last?.cause instanceof SourceRefused) throw new ServiceFailing(last.complaint, { cause: last.cause });
    // An error among the failures may mean that too much was asked for.
    const Refusal = isAway ? ServiceAway : ServiceFailing;
    throw new Refusal(
      `${hostOf(url)} could not be reached in ${tries} tries (${last?.complaint}). Try again later.`,
      { cause: last?.cause },
    );
  };
}

type Failure = {
  readonly complaint: string;
  readonly status?: number;
  /** What the server said, in plain words. */
  readonly said?: string;
  /** Asking again would bring the same. */
  readonly isFinal?: boolean;
  /** It would be the same for any other question. */
  readonly isAway?: boolean;
  /** Milliseconds the server asks to wait. */
  readonly wait?: number | undefined;
  readonly cause?: unknown;
};

async function once(
  url: string,
  headers: AskSettings['headers'],
  { fetch, now }: SourceTools,
): Promise<{ readonly text: string } | Failure> {
  try {
    const response = await fetch(url, {
      headers: {
        'user-agent': 'monitoring-dashboard importer',
        accept: 'text/csv, text/plain, */*',
        ...headers,
      },
      signal: AbortSignal.timeout(deadline),
    });
    const text = await response.text();
    if (response.ok) return { text };
    return {
      complaint: `status ${response.status}`,
      status: response.status,
      said: plainText(text, 160),
      isFinal: !passing.includes(response.status),
      isAway: response.status === 429,
      wait: retryAfter(response.headers.get('retry-after'), now()),
    };
  } catch (error) {
    return { complaint: reasonOf(error), isAway: true, cause: error };
  }
}

async function waitAfter(
  { complaint, wait }: Failure,
  attempt: number,
  url: string,
  { sleep, random, onProgress }: SourceTools,
) {
  const own = Math.round(firstWait * 2 ** (attempt - 1) * (1 + jitter * (2 * random() - 1)));
  const chosen = Math.min(Math.max(Math.min(own, longestWait), wait ?? 0), longestAskedWait);
  onProgress(`${hostOf(url)} did not answer (${complaint}); next try in ${Math.ceil(chosen / 1000)} s`);
  await sleep(chosen);
  return chosen;
}

function refusal(url: string, { complaint, said }: Failure): SourceRefused {
  return new SourceRefused(`${hostOf(url)} refused the request (${complaint})${said ? `: ${said}` : ''}`);
}

/** Milliseconds from a number of seconds or a date. */
export function retryAfter(header: string | null, now: Date): number | undefined {
  if (header === null) return undefined;
  if (/^\d+$/.test(header.trim())) return Number(header) * 1000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now.getTime());
}

function hostOf(url: string) {
  return URL.parse(url)?.host ?? url;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? reasonOf(error.cause) : error.message;
}
