import { fetchWithRetry } from '#lib/fetch-with-retry.ts';
import {
  type DemonstrationMark,
  isDemonstration,
  readDemonstrationMark,
  showDemonstrationMark,
} from '#lib/page/demonstration.ts';
import { property } from '#lib/page/storage.ts';
import { recordResponse } from './last-responses.ts';

let asking: Promise<void> | undefined;

/** Marks the page if the data or the accounts are for demonstration. Asks the server once per browser session. */
export async function startDemonstrationMark(): Promise<void> {
  if (readDemonstrationMark() === undefined) await renewMark();
}

/** Asks again, because an answer does not say that the data are for demonstration, which they were before. */
export async function doubtDemonstrationMark(): Promise<void> {
  if (isDemonstration()) await renewMark();
}

/** One question at a time. Without an answer, the mark stays as it is, and the next page asks. */
function renewMark(): Promise<void> {
  asking ??= askServer()
    .catch(() => {})
    .finally(() => {
      asking = undefined;
    });
  return asking;
}

async function askServer(): Promise<void> {
  const address = document.querySelector<HTMLElement>('[data-demo-chip]')?.dataset.demoChip;
  if (!address) return;
  const response = await fetchWithRetry(address, { timeoutMs: 8000 });
  if (!response.ok) return;
  const body: unknown = await response.json();
  recordResponse({ method: 'GET', path: address, outcome: response.status, body });
  showDemonstrationMark(toMark(body));
}

function toMark(answer: unknown): DemonstrationMark {
  if (property(answer, 'demo_data') === true) return 'yes';
  return property(answer, 'demo_identity') === true ? 'accounts' : 'no';
}
