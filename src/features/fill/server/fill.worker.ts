// Fits the fill of an issue day, which takes longer than the server's thread may be busy.
import { answerTasks } from '#server/worker-task.ts';
import { computeFill } from '../rules/compute-fill.ts';

answerTasks(computeFill);
