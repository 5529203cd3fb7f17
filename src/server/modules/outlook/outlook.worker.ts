// Fits the forecast, the fill or the carry-over of an issue day, which takes longer than the server's thread may be busy.
import { computeCarryOver } from '#domain/carry-over.ts';
import { computeFill } from '#domain/fill/compute-fill.ts';
import { computeOutlook } from '#domain/outlook/compute-outlook.ts';
import type { OutlookCurrent, OutlookTraining } from '#domain/outlook/training.ts';
import { answerTasks } from '../../worker-task.ts';

export const methods = {
  outlook: ({ training, current }: { training: OutlookTraining; current: OutlookCurrent }) =>
    computeOutlook(training, current),
  fill: computeFill,
  carryOver: computeCarryOver,
};

export type FitTask = {
  readonly kind: keyof typeof methods;
  readonly input: Parameters<(typeof methods)[keyof typeof methods]>[0];
};

answerTasks(({ kind, input }: FitTask) => methods[kind](input as never));
