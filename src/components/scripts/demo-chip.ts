import { safeSessionStorage } from '#lib/storage.ts';
import { recordResponse } from '#stores/last-responses.ts';

const key = 'demo-data';
const timeoutMs = 8000;

/** What is for demonstration: `yes` all data, `some` of the data, `accounts` only the accounts, `no` nothing. */
function toDemoState(answer: unknown): 'yes' | 'some' | 'accounts' | 'no' {
  if (typeof answer !== 'object' || answer === null) return 'no';
  if (Reflect.get(answer, 'demo_data') === true) {
    return Reflect.get(answer, 'demo_share') === 'some' ? 'some' : 'yes';
  }
  return Reflect.get(answer, 'demo_identity') === true ? 'accounts' : 'no';
}

/** Marks every page if the data or the accounts are for demonstration. Asks the server once per browser session. */
export async function startDemoChip(): Promise<void> {
  const address = document.querySelector<HTMLElement>('[data-demo-chip]')?.dataset.demoChip;
  if (!address || safeSessionStorage.getItem(key) !== null) return;
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(timeoutMs) });
    if (!response.ok) return;
    const body: unknown = await response.json();
    recordResponse({ method: 'GET', path: address, outcome: response.status, body });
    const state = toDemoState(body);
    document.documentElement.dataset.demo = state;
    safeSessionStorage.setItem(key, state);
  } catch {
    // Shows no mark without a response; the next page asks again.
  }
}
