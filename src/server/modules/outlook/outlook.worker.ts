// Fits the forecast, the fill or the carry-over of an issue day, which takes longer than the server's thread may be busy.
import { computeCarryOver } from '#domain/carry-over.ts';
import { computeFill } from '#domain/fill/compute-fill.ts';
import { computeOutlook } from '#domain/outlook/compute-outlook.ts';
import { answerTasks } from '../../worker-task.ts';
import type { FitTask } from './fits.ts';

answerTasks((task: FitTask) => {
  if ('fill' in task) return computeFill(task.fill);
  if ('carryOver' in task) return computeCarryOver(task.carryOver);
  return computeOutlook(task.outlook.training, task.outlook.current);
});
