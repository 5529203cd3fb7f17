import type { CsvTable } from '#lib/csv.ts';

/** An answer of a season tool as files, for its page as for scripts. */
export type AnswerFiles<Answer, File extends string> = {
  readonly titleOf: (answer: Answer) => string;
  /** What the numbers rest on. */
  readonly sourceOf: (answer: Answer) => string;
  /**
   * What each file is called, and its rows, unrounded, in the order of the screen. Undefined where they belong to a forecast
   * and there is none.
   */
  readonly files: Readonly<
    Record<File, readonly [name: string, rowsOf: (answer: Answer) => CsvTable | undefined]>
  >;
};
