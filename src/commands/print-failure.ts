import { isDiskFull } from '#server/db/errors.ts';

export type ErrorType = abstract new (...parameters: never[]) => Error;

/** Prints why a command failed: a sentence where it is known what to do, otherwise all of the error. */
export function printFailure(error: unknown, expected: readonly ErrorType[]): void {
  if (error instanceof Error && expected.some((type) => error instanceof type)) console.error(error.message);
  else if (isDiskFull(error))
    console.error('The disk is full. Free some space, then start the command again.');
  else console.error(error);
}
