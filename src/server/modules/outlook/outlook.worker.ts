// Fits the forecast of an issue day, which takes longer than the server's thread may be busy.
import { computeOutlook } from '#domain/outlook/compute-outlook.ts';
import { answerTasks } from '../../answer-tasks.ts';
import type { FitInput } from './fits.ts';

answerTasks(({ training, current }: FitInput) => computeOutlook(training, current));
