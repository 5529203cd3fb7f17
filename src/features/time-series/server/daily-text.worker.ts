// Writes daily values as text, which for a whole record takes longer than the server's thread may be busy.
import { answerTasks } from '#server/worker-task.ts';
import type { DailyTextTask } from './daily-download.ts';
import { writeDailyText } from './daily-text.ts';

answerTasks(({ rows, format }: DailyTextTask) => new TextEncoder().encode(writeDailyText(rows, format)), {
  transfer: ({ buffer }) => [buffer],
});
