import { existsSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { isDiskFull } from '#server/db/errors.ts';

/**
 * Runs a command with the settings of `.env`. When it fails, the exit code is 1 and the reason is printed: a sentence for
 * the types of error that are expected, otherwise all of the error.
 */
export async function runCommand(main: () => Promise<void>, expected: readonly ErrorType[]): Promise<void> {
  try {
    if (existsSync('.env')) process.loadEnvFile('.env');
    await main();
  } catch (error) {
    printFailure(error, expected);
    process.exitCode = 1;
  }
}

/** A file relative to where the user ran npm, which runs its scripts in the project's folder. */
export function resolveFile(name: string): string {
  return path.resolve(process.env.INIT_CWD ?? process.cwd(), name);
}

type ErrorType = abstract new (...parameters: never[]) => Error;

/** Prints why a command failed: a sentence where it is known what to do, otherwise all of the error. */
export function printFailure(error: unknown, expected: readonly ErrorType[]): void {
  if (error instanceof Error && expected.some((type) => error instanceof type)) console.error(error.message);
  else if (isDiskFull(error))
    console.error('The disk is full. Free some space, then start the command again.');
  else console.error(error);
}
