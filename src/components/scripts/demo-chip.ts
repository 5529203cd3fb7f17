import { safeSessionStorage } from '#lib/storage.ts';

const key = 'demo-data';
const timeoutMs = 8000;

/** What of the portal is for demonstration: the data (and likely the accounts), the accounts alone, or nothing. */
function toDemoState(answer: unknown): 'yes' | 'accounts' | 'no' {
  if (typeof answer !== 'object' || answer === null) return 'no';
  if (Reflect.get(answer, 'demo_data') === true) return 'yes';
  return Reflect.get(answer, 'demo_identity') === true ? 'accounts' : 'no';
}

/** Says on every page when the data or the accounts are for demonstration; the server is asked once a session. */
export async function startDemoChip(): Promise<void> {
  const address = document.querySelector<HTMLElement>('[data-demo-chip]')?.dataset.demoChip;
  if (!address || safeSessionStorage.getItem(key) !== null) return;
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(timeoutMs) });
    if (!response.ok) return;
    const state = toDemoState(await response.json());
    document.documentElement.dataset.demo = state;
    safeSessionStorage.setItem(key, state);
  } catch {
    // Without an answer nothing is claimed; the next page asks again.
  }
}
