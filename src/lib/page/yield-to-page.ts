/**
 * Ends the current task, so that the page can draw and answer before the work goes on. Where the browser has no
 * scheduler, and outside browsers, the work goes on at once.
 */
export async function yieldToPage(): Promise<void> {
  const { scheduler } = globalThis as { scheduler?: Partial<Scheduler> };
  await scheduler?.yield?.();
}

/** Does the work once the browser is idle, or after `timeoutMs`. Safari has no idle callbacks; there it is the next task. @returns what cancels it */
export function whenIdle(work: () => void, timeoutMs: number): () => void {
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(work);
    return () => clearTimeout(timer);
  }
  const request = requestIdleCallback(work, { timeout: timeoutMs });
  return () => cancelIdleCallback(request);
}
