const key = 'demo-data';
const deadline = 8000;

function recall(): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

function isDemo(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && 'demo_data' in answer && answer.demo_data === true;
}

/** Says on every page when the data are for demonstration; the server is asked once a session. */
export async function startDemoNote(): Promise<void> {
  const address = document.querySelector<HTMLElement>('[data-demo-chip]')?.dataset.demoChip;
  if (!address || recall() !== null) return;
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(deadline) });
    if (!response.ok) return;
    const state = isDemo(await response.json()) ? 'yes' : 'no';
    document.documentElement.dataset.demo = state;
    sessionStorage.setItem(key, state);
  } catch {
    // Without an answer nothing is claimed; the next page asks again.
  }
}
