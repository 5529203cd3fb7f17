import type { FillOption } from '#config/outlook.ts';
import { formatUsDate, parseDay } from '#lib/calendar.ts';
import type { ReadChoice } from '../season/choice-screen.ts';
import { quoted, refuseIssueDay } from '../season/issue-day.ts';

/** Reservoirs, the issue day, the day to reach the target by, and the target, 0 to 1; undefined is what the portal chooses. */
export type FillChoice = {
  readonly reservoir: string;
  readonly issued: string | undefined;
  readonly by: string | undefined;
  readonly target: number;
};

export const defaultTarget = 0.97;
/** The storage of a water year ends with September. */
const lastBy = '09-30';
/** `0.97`, with up to four decimals, as the API has it. */
const sharePattern = /^(0\.\d{1,4}|1(\.0{1,4})?)$/;
const minTarget = 0.01;

/** Why a text is no day to reach the target by, as a sentence; `issued` is the issue day, or today. */
export function refuseBy(text: string, issued: string): string | undefined {
  if (parseDay(text) === undefined) return `There is no day ${quoted(text)}. Write one as 2026-07-31.`;
  if (text <= issued) return `${formatUsDate(text)} is not after the issue day, ${formatUsDate(issued)}.`;
  const last = `${issued.slice(0, 4)}-${lastBy}`;
  return text > last
    ? `${formatUsDate(text)} is after ${formatUsDate(last)}, the end of the water year.`
    : undefined;
}

/** Reads a share such as `0.97`. Undefined for other text, and below one percent. */
export function parseTarget(text: string): number | undefined {
  const target = sharePattern.test(text) ? Number(text) : Number.NaN;
  return target >= minTarget ? target : undefined;
}

/** Reads `reservoir=system&by=2026-07-31&target=0.97&issued=2026-04-01`. `season` is the last day that a group can be issued, `MM-DD`. */
export function readFillChoice(
  query: string,
  options: readonly FillOption[],
  {
    today,
    seasonOf,
  }: { readonly today: string; readonly seasonOf: (option: FillOption | undefined) => string },
): ReadChoice<FillChoice> {
  const parameters = new URLSearchParams(query);
  const [asked, day, by, share] = ['reservoir', 'issued', 'by', 'target'].map(
    (each) => parameters.get(each) ?? undefined,
  );
  const option = options.find(({ id }) => id === asked) ?? options[0];
  const noIssue = day === undefined ? undefined : refuseIssueDay(day, { to: seasonOf(option), today });
  const issued = noIssue === undefined ? day : undefined;
  const noBy = by === undefined ? undefined : refuseBy(by, issued ?? `${by.slice(0, 4)}-01-01`);
  const target = share === undefined ? defaultTarget : parseTarget(share);
  return {
    choice: {
      reservoir: option?.id ?? '',
      issued,
      by: noBy === undefined ? by : undefined,
      target: target ?? defaultTarget,
    },
    refused: [
      ...(asked !== undefined && asked !== option?.id
        ? [`There are no reservoirs ${quoted(asked)}. This is ${option?.label ?? 'the first group'}.`]
        : []),
      ...(noIssue === undefined ? [] : [`${noIssue} The latest issue day is shown.`]),
      ...(noBy === undefined ? [] : [`${noBy} The end of the period is used.`]),
      ...(target === undefined && share !== undefined
        ? [
            `${quoted(share)} is no share of the capacity. Write one from 0.01 to 1, such as 0.97. 0.97 is used.`,
          ]
        : []),
    ],
  };
}

export function writeFillChoice({ reservoir, issued, by, target }: FillChoice): string {
  return new URLSearchParams({
    reservoir,
    ...(by !== undefined && { by }),
    target: String(target),
    ...(issued !== undefined && { issued }),
  }).toString();
}

/** A choice with another issue day: the day to reach the target by moves to its year, and is dropped where it is not after it. */
export function withIssueDay(choice: FillChoice, issued: string | undefined): FillChoice {
  const by = issued && choice.by && `${issued.slice(0, 4)}${choice.by.slice(4)}`;
  return { ...choice, issued, by: by && issued && refuseBy(by, issued) === undefined ? by : undefined };
}
