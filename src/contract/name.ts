import * as z from 'zod/mini';
import { describeBadName } from '#domain/name.ts';
import { tidyLine } from '#lib/clean-line.ts';

/** A name that a person gives. White space around it is dropped, and so is repeated white space within it. */
export function nameOf(maxLength: number) {
  return z.string().check(
    z.overwrite(tidyLine),
    z.refine((name) => describeBadName(name, maxLength) === undefined, {
      error: ({ input }) => describeBadName(String(input), maxLength),
    }),
  );
}
