import type { OutlookPointOption } from '#config/outlook.ts';
import type { ReadChoice } from '../season/choice-screen.ts';
import { quoted, refuseIssueDay } from '../season/issue-day.ts';

/** A point and an issue day; undefined is the one that the portal chooses. */
export type OutlookChoice = { readonly point: string; readonly issued: string | undefined };

/** Reads `point=heise&issued=2026-04-01`. `today` is the day in the basin. */
export function readOutlookChoice(
  query: string,
  points: readonly OutlookPointOption[],
  today: string,
): ReadChoice<OutlookChoice> {
  const parameters = new URLSearchParams(query);
  const asked = parameters.get('point');
  const day = parameters.get('issued');
  const [first] = points;
  const point = points.find(({ id }) => id === asked) ?? first;
  const refusal = day === null ? undefined : refuseIssueDay(day, { to: point?.to ?? '12-31', today });
  return {
    choice: {
      point: point?.id ?? '',
      issued: refusal === undefined ? (day ?? undefined) : undefined,
    },
    refused: [
      ...(asked !== null && asked !== point?.id
        ? [`There is no point ${quoted(asked)}. This is ${point?.label ?? 'the first one'}.`]
        : []),
      ...(refusal === undefined ? [] : [`${refusal} The latest outlook is shown.`]),
    ],
  };
}

export function writeOutlookChoice({ point, issued }: OutlookChoice): string {
  return new URLSearchParams({ point, ...(issued !== undefined && { issued }) }).toString();
}
