import type { DrawFigure, FigureTask } from '#contract/figure.ts';
import { createWorkerTask } from '#server/worker-task.ts';

/** Longer than drawing all the figures that may wait takes on a slow computer. */
const timeoutMs = 20_000;

/** Creates what draws figures in a thread of its own, which starts with the first one. */
export function createFigureThread(): DrawFigure {
  const entry = new URL('./figure.worker.ts', import.meta.url);
  return createWorkerTask<FigureTask, Uint8Array<ArrayBuffer>>(entry, { timeoutMs });
}
