import { plainText } from './normalise/answers.ts';
import { SourceRefused, type SourceTools } from './source.ts';

const tries = 5;
const firstWait = 2_000;
const longestWait = 120_000;
const deadline = 120_000;
const jitter = 0.2;

/**
 * Gets a text, with patience: failures of the network and answers 429, 500, 502, 503 and 504 are tried again
 * after about 2, 4, 8 and 16 s, or after what Retry-After asks for.
 * @throws SourceRefused where it cannot be had
 */
export async function fetchText(
  url: string,
  { fetch, sleep, now, random, onProgress }: SourceTools,
  headers: Readonly<Record<string, string>> = {},
): Promise<string> {
  let complaint = '';
  for (let attempt = 1; attempt <= tries; attempt++) {
    let wait = Math.round(firstWait * 2 ** (attempt - 1) * (1 + jitter * (2 * random() - 1)));
    try {
      const response = await fetch(url, {
        headers: {
          'user-agent': 'monitoring-dashboard importer',
          accept: 'text/csv, text/plain, */*',
          ...headers,
        },
        signal: AbortSignal.timeout(deadline),
      });
      if (response.ok) return await response.text();
      complaint = `status ${response.status}`;
      const body = await response.text();
      if (![429, 500, 502, 503, 504].includes(response.status)) {
        const said = plainText(body, 160);
        throw new SourceRefused(`${hostOf(url)} refused the request (${complaint})${said && `: ${said}`}`);
      }
      wait = retryAfter(response.headers.get('retry-after'), now()) ?? wait;
    } catch (error) {
      if (error instanceof SourceRefused) throw error;
      complaint = reasonOf(error);
    }
    if (attempt === tries) break;
    const seconds = Math.ceil(Math.min(wait, longestWait) / 1000);
    onProgress(`${hostOf(url)} did not answer (${complaint}); next try in ${seconds} s`);
    await sleep(Math.min(wait, longestWait));
  }
  throw new SourceRefused(
    `${hostOf(url)} could not be reached in ${tries} tries (${complaint}). Try again later.`,
  );
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
