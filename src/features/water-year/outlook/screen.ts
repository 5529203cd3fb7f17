import { atom } from 'nanostores';
import type { OutlookPointOption } from '#config/outlook.ts';
import { type Outlook, readOutlook } from '#contract/outlook.ts';
import { type ChartState, initialChartState, readChartState, writeChartState } from '#kits/chart/index.ts';
import { todayInBasin } from '#lib/calendar.ts';
import { addressPart, createScreen } from '#stores/create-screen.ts';
import { createAnswer } from '../season/answer.ts';
import type { PageSettings } from '../shared/year-comparison.ts';
import { type OutlookChoice, readOutlookChoice, writeOutlookChoice } from './outlook-choice.ts';

export type OutlookScreen = ReturnType<typeof createOutlook>;

type OutlookSettings = PageSettings & {
  /** One or more. */
  readonly points: readonly OutlookPointOption[];
};

const analogsKey = 'analogs';

/** The state of the outlook: a point and an issue day, and what is drawn of it. */
export function createOutlook({ request, address, now, points }: OutlookSettings) {
  const today = todayInBasin(now());
  const $choice = atom<OutlookChoice>(readOutlookChoice('', points, today).choice);
  const $refused = atom<readonly string[]>([]);
  const $chart = atom<ChartState>(initialChartState);
  const $hasAnalogs = atom(false);
  const resolve = ({ point }: OutlookChoice, { issued }: Outlook): OutlookChoice => ({ point, issued });
  const answer = createAnswer<Outlook, OutlookChoice>({
    isSame: (one, other) => one.point === other.point && one.issued === other.issued,
    resolve,
    fetch: ({ point, issued }, signal) =>
      request(readOutlook, { params: { point }, query: { issued } }, { signal }),
  });

  const { start } = createScreen({
    address,
    submitted: [answer],
    parts: [
      {
        restore(query) {
          const { choice, refused } = readOutlookChoice(query, points, today);
          $refused.set(refused);
          $choice.set(choice);
        },
        serialize: () => writeOutlookChoice($choice.get()),
        // The day that the portal chooses is no step of the history.
        listen: (onChange) => $choice.listen((_, before) => onChange(before?.issued !== undefined)),
      },
      addressPart($hasAnalogs, {
        read: (query) => new URLSearchParams(query).get(analogsKey) === 'yes',
        write: (has) => (has ? `${analogsKey}=yes` : ''),
      }),
      addressPart($chart, {
        read: (query) => readChartState(query, 'days'),
        write: (state) => writeChartState(state, 'days'),
      }),
    ],
    onRestored: () => answer.load($choice.get()),
    onStart: () => [
      $choice.listen(answer.load),
      answer.$answer.listen(({ status, data }) => {
        const choice = $choice.get();
        // A link has the day that it shows, so that it shows the same tomorrow.
        if (status === 'ready' && data && choice.issued === undefined) $choice.set(resolve(choice, data));
      }),
    ],
  });

  function choose(change: Partial<OutlookChoice>): void {
    $refused.set([]);
    $chart.set(initialChartState);
    $choice.set({ ...$choice.get(), ...change });
  }

  return {
    today,
    points,
    $choice,
    $refused,
    $chart,
    $hasAnalogs,
    $answer: answer.$answer,
    retry: answer.retry,
    setPoint: (point: string) => choose({ point }),
    /** Undefined: the latest. */
    setIssued: (issued: string | undefined) => choose({ issued }),
    setChart: (state: ChartState) => $chart.set(state),
    setHasAnalogs: (has: boolean) => $hasAnalogs.set(has),
    start,
  };
}
