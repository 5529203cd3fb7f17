import { atom } from 'nanostores';
import type { OutlookPointOption } from '#config/outlook.ts';
import { type Outlook, readOutlook } from '#contract/outlook.ts';
import { type ChartState, initialChartState, readChartState, writeChartState } from '#kits/chart/index.ts';
import { todayInBasin } from '#lib/calendar.ts';
import { addressPart } from '#stores/create-screen.ts';
import { createChoiceScreen } from '../season/choice-screen.ts';
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
  const $chart = atom<ChartState>(initialChartState);
  const $hasAnalogs = atom(false);
  const { choose, ...screen } = createChoiceScreen<Outlook, OutlookChoice>({
    address,
    read: (query) => readOutlookChoice(query, points, today),
    write: writeOutlookChoice,
    fetch: ({ point, issued }, signal) =>
      request(readOutlook, { params: { point }, query: { issued } }, { signal }),
    isOpen: ({ issued }) => issued === undefined,
    resolve: ({ point }, { issued }) => ({ point, issued }),
    parts: [
      addressPart($hasAnalogs, {
        read: (query) => new URLSearchParams(query).get(analogsKey) === 'yes',
        write: (has) => (has ? `${analogsKey}=yes` : ''),
      }),
      addressPart($chart, {
        read: (query) => readChartState(query, 'days'),
        write: (state) => writeChartState(state, 'days'),
      }),
    ],
  });

  function change(next: Partial<OutlookChoice>): void {
    $chart.set(initialChartState);
    choose({ ...screen.$choice.get(), ...next });
  }

  return {
    ...screen,
    today,
    points,
    $chart,
    $hasAnalogs,
    setPoint: (point: string) => change({ point }),
    /** Undefined: the latest. */
    setIssued: (issued: string | undefined) => change({ issued }),
    setChart: (state: ChartState) => $chart.set(state),
    setHasAnalogs: (has: boolean) => $hasAnalogs.set(has),
  };
}
