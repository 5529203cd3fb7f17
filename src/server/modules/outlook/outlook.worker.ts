// Fits the forecast or the fill of an issue day, which takes longer than the server's thread may be busy.
import { computeFill } from '#domain/fill/compute-fill.ts';
import { computeOutlook } from '#domain/outlook/compute-outlook.ts';
import { answerTasks } from '../../worker-task.ts';
import type { FitTask } from './fits.ts';

answerTasks((task: FitTask) =>
  'fill' in task ? computeFill(task.fill) : computeOutlook(task.outlook.training, task.outlook.current),
);
