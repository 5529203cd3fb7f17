import type { FlaggedValue } from '#contract/daily-data.ts';
import { flagNote } from '#domain/flags.ts';
import { describeValueStatus } from '#domain/qualifiers.ts';

/** `Flagged: a jump that is undone within days. Provisional, …` */
export function describeFlaggedValue(
  { flag, approval }: FlaggedValue,
  qualifier: string | undefined,
): string {
  const status = describeValueStatus(approval, qualifier);
  return status === undefined ? flagNote(flag) : `${flagNote(flag)}. ${status}`;
}
