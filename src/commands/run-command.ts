import { existsSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { BadBasin, readBasin } from '#config/basin/basin-file.ts';
import type { Basin } from '#contract/basin/basin.ts';
import { setBasinTimeZone } from '#lib/basin-clock.ts';
import { toErrorMessage } from '#lib/errors.ts';
import { BadConfig, type Config } from '#server/config.ts';
import { isDiskFull } from '#server/db/errors.ts';
import { FolderInUse } from '#server/db/folder-lock.ts';
import { openStore } from '#server/db/open-store.ts';
import { DatabaseUnavailable, type Store } from '#server/db/store.ts';

/** The arguments of a command cannot be used; `message` says why, and how to call it. */
export class BadArguments extends Error {
  override name = 'BadArguments';
}

type ErrorType = abstract new (...parameters: never[]) => Error;

/** What any command may end with. */
const expectedOfAll = [BadArguments, BadBasin, BadConfig, FolderInUse, DatabaseUnavailable];

/**
 * Runs a command with the settings of `.env`. When it fails, the exit code is 1 and the reason is printed: a sentence for
 * the types of error that are expected, otherwise all of the error.
 */
export async function runCommand(main: () => Promise<void>, ...expected: readonly ErrorType[]) {
  try {
    if (existsSync('.env')) process.loadEnvFile('.env');
    await main();
  } catch (error) {
    printFailure(error, ...expected);
    process.exitCode = 1;
  }
}

/** Reads the arguments of a command. @throws BadArguments */
export function readArguments<C extends ParseArgsConfig>(usage: string, config: C) {
  try {
    return parseArgs(config);
  } catch (error) {
    throw badArguments(toErrorMessage(error), usage);
  }
}

export function badArguments(fault: string, usage: string): BadArguments {
  return new BadArguments(`${fault}\n\n${usage}`);
}

/** A file relative to where the user ran npm, which runs its scripts in the project's folder. */
export function resolveFile(name: string): string {
  return path.resolve(process.env.INIT_CWD ?? process.cwd(), name);
}

/** Reads the basin file and sets its time zone. @throws BadBasin */
export function openBasin({ basinFile }: Pick<Config, 'basinFile'>): Basin {
  const basin = readBasin(basinFile);
  setBasinTimeZone(basin.time_zone);
  return basin;
}

/** Opens the configured database until `work` is done. @throws FolderInUse, DatabaseUnavailable */
export async function withStore<T>(
  { databaseUrl }: Pick<Config, 'databaseUrl'>,
  work: (store: Store) => Promise<T>,
): Promise<T> {
  const store = await openStore(databaseUrl);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** Prints why a command failed: a sentence where it is known what to do, otherwise all of the error. */
export function printFailure(error: unknown, ...expected: readonly ErrorType[]): void {
  const isExpected = [...expectedOfAll, ...expected].some((type) => error instanceof type);
  if (error instanceof Error && isExpected) console.error(error.message);
  else if (isDiskFull(error))
    console.error('The disk is full. Free some space, then start the command again.');
  else console.error(error);
}
