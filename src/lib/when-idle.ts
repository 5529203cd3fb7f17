/** Does the work once the browser is idle, or after `timeoutMs`. Safari has no idle callbacks; there it is the next task. @returns what cancels it */
export function whenIdle(work: () => void, timeoutMs: number): () => void {
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(work);
    return () => clearTimeout(timer);
  }
  const request = requestIdleCallback(work, { timeout: timeoutMs });
  return () => cancelIdleCallback(request);
}
