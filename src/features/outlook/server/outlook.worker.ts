// Fits the forecast of an issue day, which takes longer than the server's thread may be busy.
import { answerTasks } from '#server/worker-task.ts';
import { computeOutlook } from '../rules/compute-outlook.ts';
import type { OutlookCurrent, OutlookTraining } from '../rules/training.ts';

export type OutlookInput = { readonly training: OutlookTraining; readonly current: OutlookCurrent };

answerTasks(({ training, current }: OutlookInput) => computeOutlook(training, current));
