import { addDays } from '#lib/calendar.ts';

/** What every personal access token begins with, so that people and scanners of secrets recognize one. */
export const accessTokenPrefix = 'usrb_';

/** The number of personal access tokens that one person can have at the same time. */
export const maxAccessTokens = 20;

export const maxTokenNameLength = 60;

/** A token ends at most so many days from today. */
export const maxTokenDays = 366;

/** A token ends when its owner has not signed in for so many days. */
export const maxAbsentDays = 90;

/** The choices of the form, in days. */
export const tokenPeriods = [30, 90, maxTokenDays] as const;

/**
 * Says why a token cannot end with the day `endsOn`; both days are `YYYY-MM-DD`, and `format` writes those of the sentence.
 * Undefined if it can.
 */
export function describeTokenEndFault(
  endsOn: string,
  today: string,
  format: (day: string) => string = (day) => day,
): string | undefined {
  const last = addDays(today, maxTokenDays);
  return endsOn >= today && endsOn <= last
    ? undefined
    : `Choose a day from ${format(today)} to ${format(last)}.`;
}

export function describeFullTokenList(): string {
  return `You already have ${maxAccessTokens} access tokens. Revoke one to create another.`;
}
