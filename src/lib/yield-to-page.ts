/**
 * Ends the current task, so that the page can draw and answer before the work goes on. Where the browser has no
 * scheduler, and outside browsers, the work goes on at once.
 */
export async function yieldToPage(): Promise<void> {
  const { scheduler } = globalThis as { scheduler?: Partial<Scheduler> };
  await scheduler?.yield?.();
}
