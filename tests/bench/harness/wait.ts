/** Resolves with the time when the latest changes of the page are painted. */
export const waitForPaint = () =>
  new Promise<number>((resolve) => {
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => resolve(performance.now());
      channel.port2.postMessage(null);
    });
  });

const timeoutMs = 300_000;

/** Calls `find` every frame until it returns a value. @throws Error after a timeout */
export async function waitFor<T>(what: string, find: () => T | undefined): Promise<T> {
  const began = performance.now();
  while (performance.now() - began < timeoutMs) {
    const found = find();
    if (found !== undefined) return found;
    await new Promise(requestAnimationFrame);
  }
  throw new Error(`${what} never came.`);
}
