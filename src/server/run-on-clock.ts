import type { FastifyInstance } from 'fastify';

type Work = {
  readonly everyMs: number;
  /** The first run begins when the portal listens, not after `everyMs`. */
  readonly beginsAtOnce?: boolean;
  /** `signal` is aborted when the portal closes. */
  work(signal: AbortSignal): Promise<void>;
  /** Called with why a run failed; the next one is in its turn. */
  onError(error: unknown): void;
};

/** Does work from time to time while the portal listens, one run at a time. Closing waits for the one that is running. */
export function runOnClock(
  app: Pick<FastifyInstance, 'addHook'>,
  { everyMs, beginsAtOnce = false, work, onError }: Work,
): void {
  const controller = new AbortController();
  let running: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  const run = () => {
    running ??= work(controller.signal)
      .catch(onError)
      .finally(() => {
        running = undefined;
      });
  };
  app.addHook('onListen', async () => {
    timer = setInterval(run, everyMs).unref();
    if (beginsAtOnce) run();
  });
  app.addHook('preClose', async () => {
    clearInterval(timer);
    controller.abort();
    await running;
  });
}
