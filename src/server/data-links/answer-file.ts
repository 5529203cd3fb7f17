import type { AnswerFiles } from '#domain/season/answer-files.ts';
import { toLines } from '#lib/csv.ts';
import { HttpProblem } from '../http/problems.ts';
import { toPlainFile } from './data-file.ts';

/** Writes a file of an answer about a season. @throws HttpProblem 404 for a file of a forecast where there is none */
export function toAnswerFile<
  Answer extends { issued: string; reasons: readonly string[] },
  File extends string,
>(
  { titleOf, sourceOf, files }: AnswerFiles<Answer, File>,
  answer: Answer,
  of: File,
  {
    name,
    units,
    period,
    remarks,
  }: Record<'name' | 'units' | 'period', string> & { remarks: readonly string[] },
) {
  const [title, rowsOf] = files[of];
  const table = rowsOf(answer);
  if (!table) throw new HttpProblem(404, `There is no forecast. ${answer.reasons.join(' ')}`);
  return {
    name: `${name} ${answer.issued} ${of}`,
    notes: {
      title: `${title}: ${titleOf(answer)}`,
      source: sourceOf(answer),
      units,
      period,
      remarks,
    },
    ...toPlainFile(toLines(table)),
  };
}
