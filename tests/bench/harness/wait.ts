/** Resolves when what was last put on the page is painted, with the time. */
export const waitForPaint = () =>
  new Promise<number>((resolve) => {
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => resolve(performance.now());
      channel.port2.postMessage(null);
    });
  });

const timeoutMs = 15_000;

/** Asks at every frame until something is there. @throws Error when it never comes */
export async function waitFor<T>(what: string, find: () => T | undefined): Promise<T> {
  const began = performance.now();
  while (performance.now() - began < timeoutMs) {
    const found = find();
    if (found !== undefined) return found;
    await new Promise(requestAnimationFrame);
  }
  throw new Error(`${what} never came.`);
}
