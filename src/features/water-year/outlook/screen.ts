import { atom } from 'nanostores';
import type { OutlookPointOption } from '#config/forecast.ts';
import { type Outlook, readOutlook } from '#contract/outlook.ts';
import { type ChartState, initialChartState, readChartState, writeChartState } from '#kits/chart/index.ts';
import { addressCodec, flagField } from '#lib/address-codec.ts';
import { todayInBasin } from '#lib/calendar.ts';
import { addressPart } from '#stores/create-screen.ts';
import { createTool } from '#stores/create-tool.ts';
import { issuedField, optionField } from '../season/issue-day.ts';
import type { PageSettings } from '../shared/year-comparison.ts';

export type OutlookScreen = ReturnType<typeof createOutlook>;

type OutlookSettings = PageSettings & {
  /** One or more. */
  readonly points: readonly OutlookPointOption[];
};

/** The state of the outlook: a point and an issue day, and what is drawn of it. */
export function createOutlook({ request, address, now, points }: OutlookSettings) {
  const today = todayInBasin(now());
  const $chart = atom<ChartState>(initialChartState);
  const $drawn = atom(drawnCodec.initial);
  const { change, ...tool } = createTool<Outlook, OutlookChoice>({
    address,
    codec: outlookCodec(points, today),
    load: ({ point, issued }, signal) =>
      request(readOutlook, { params: { point }, query: { issued } }, { signal }),
    atOnce: {
      isOpen: ({ issued }) => issued === undefined,
      resolve: ({ point }, { issued }) => ({ point, issued }),
    },
    parts: [
      addressPart($drawn, { read: (query) => drawnCodec.read(query).value, write: drawnCodec.write }),
      addressPart($chart, {
        read: (query) => readChartState(query, 'days'),
        write: (state) => writeChartState(state, 'days'),
      }),
    ],
  });

  function choose(next: Partial<OutlookChoice>): void {
    $chart.set(initialChartState);
    change(next);
  }

  return {
    ...tool,
    today,
    points,
    $chart,
    $drawn,
    setPoint: (point: string) => choose({ point }),
    /** Undefined: the latest. */
    setIssued: (issued: string | undefined) => choose({ issued }),
    setChart: (state: ChartState) => $chart.set(state),
    setHasAnalogs: (hasAnalogs: boolean) => $drawn.set({ hasAnalogs }),
  };
}

/** A point and an issue day; undefined is the one that the portal chooses. */
type OutlookChoice = { readonly point: string; readonly issued: string | undefined };

const drawnCodec = addressCodec({ hasAnalogs: flagField('analogs') });

/** The address `point=heise&issued=2026-04-01`. `today` is the day in the basin. */
export function outlookCodec(points: readonly OutlookPointOption[], today: string) {
  const pointOf = (id: string | null) => points.find((each) => each.id === id) ?? points[0];
  return addressCodec<OutlookChoice>({
    point: optionField('point', points, 'There is no point'),
    issued: issuedField(
      (query) => ({ to: pointOf(query.get('point'))?.to ?? '12-31', today }),
      'The latest outlook is shown.',
    ),
  });
}
