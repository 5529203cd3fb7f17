// Fits the carry-over of an issue day, which takes longer than the server's thread may be busy.
import { answerTasks } from '#server/worker-task.ts';
import { computeCarryOver } from '../rules/carry-over.ts';

answerTasks(computeCarryOver);
