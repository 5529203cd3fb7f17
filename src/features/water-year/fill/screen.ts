import { atom } from 'nanostores';
import type { FillOption, OutlookOptions } from '#config/outlook.ts';
import { type Fill, readFill } from '#contract/outlook.ts';
import { todayInBasin } from '#lib/calendar.ts';
import { createScreen } from '#stores/create-screen.ts';
import { createAnswer } from '../season/answer.ts';
import type { PageSettings } from '../shared/year-comparison.ts';
import { type FillChoice, readFillChoice, withIssueDay, writeFillChoice } from './fill-choice.ts';

export type FillScreen = ReturnType<typeof createFill>;

/** The state of what it takes to fill: which reservoirs, to what share, from when to when. */
export function createFill({ request, address, now, options }: PageSettings & { options: OutlookOptions }) {
  const today = todayInBasin(now());
  const seasonOf = (option: FillOption | undefined) =>
    options.points.find(({ id }) => id === option?.point)?.to ?? '12-31';
  const read = (query: string) => readFillChoice(query, options.fill, { today, seasonOf });
  const $choice = atom<FillChoice>(read('').choice);
  const $refused = atom<readonly string[]>([]);
  const resolve = ({ reservoir, target }: FillChoice, { issued, by }: Fill): FillChoice => ({
    reservoir,
    target,
    issued,
    by,
  });
  const answer = createAnswer<Fill, FillChoice>({
    isSame: (one, other) => writeFillChoice(one) === writeFillChoice(other),
    resolve,
    fetch: ({ reservoir, issued, by, target }, signal) =>
      request(
        readFill,
        { params: { id: reservoir }, query: { issued, by, target: String(target) } },
        { signal },
      ),
  });

  const { start } = createScreen({
    address,
    submitted: [answer],
    parts: [
      {
        restore(query) {
          const { choice, refused } = read(query);
          $refused.set(refused);
          $choice.set(choice);
        },
        serialize: () => writeFillChoice($choice.get()),
        // The days that the portal chooses are no step of the history.
        listen: (onChange) =>
          $choice.listen((_, before) => onChange(before?.issued !== undefined && before.by !== undefined)),
      },
    ],
    onRestored: () => answer.load($choice.get()),
    onStart: () => [
      $choice.listen(answer.load),
      answer.$answer.listen(({ status, data }) => {
        const choice = $choice.get();
        const isOpen = choice.issued === undefined || choice.by === undefined;
        // A link has the days that it shows, so that it shows the same tomorrow.
        if (status === 'ready' && data && isOpen) $choice.set(resolve(choice, data));
      }),
    ],
  });

  function choose(next: FillChoice): void {
    $refused.set([]);
    $choice.set(next);
  }

  return {
    today,
    options: options.fill,
    seasonOf,
    $choice,
    $refused,
    $answer: answer.$answer,
    retry: answer.retry,
    setReservoir: (reservoir: string) => choose({ ...$choice.get(), reservoir }),
    /** Undefined: the latest. */
    setIssued: (issued: string | undefined) => choose(withIssueDay($choice.get(), issued)),
    setBy: (by: string) => choose({ ...$choice.get(), by }),
    setTarget: (target: number) => choose({ ...$choice.get(), target }),
    start,
  };
}
