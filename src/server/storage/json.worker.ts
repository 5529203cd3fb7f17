// Parses uploaded JSON, which for 50 MB takes longer than the server's thread may be busy.
import { readFileSync } from 'node:fs';
import { answerTasks } from '../worker-task.ts';
import type { JsonFault } from './detect-type.ts';

answerTasks((file: string) => findFault(readFileSync(file, 'utf8')));

function findFault(text: string): JsonFault | undefined {
  try {
    JSON.parse(text.replace(/^\ufeff/, ''));
    return undefined;
  } catch (error) {
    const [, line, column] = /line (\d+) column (\d+)/.exec(String(error)) ?? [];
    return line && column ? { line: Number(line), column: Number(column) } : {};
  }
}
