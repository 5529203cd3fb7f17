import { atom } from 'nanostores';
import type { FillOption, OutlookPointOption } from '#config/forecast.ts';
import { readBrief } from '#contract/brief.ts';
import type { BriefSnow } from '#contract/group-findings.ts';
import { type CarryOver, readCarryOver } from '#contract/season/carry-over.ts';
import type { Fill } from '#contract/season/fill.ts';
import { type Outlook, readOutlook } from '#contract/season/outlook.ts';
import { type ChartState, chartCodec, initialChartState } from '#kits/chart/index.ts';
import { addressCodec, flagField, Refusal } from '#lib/address-codec.ts';
import { todayInBasin } from '#lib/calendar.ts';
import { isAfterSeason, issuedField, optionField, quoted } from '#season/issue-day/issue-day.ts';
import type { PageSettings } from '#season/years/year-comparison.ts';
import { codecPart } from '#stores/create-screen.ts';
import { createTool } from '#stores/create-tool.ts';

export type OutlookScreen = ReturnType<typeof createOutlook>;

type OutlookSettings = PageSettings & {
  /** One or more. */
  readonly points: readonly OutlookPointOption[];
  /** The reservoirs that carry over the water of a point; none by default. */
  readonly fill?: readonly FillOption[];
};

/** An outlook; after its season, what reservoirs carry over to the next, with the snow of the day. */
export type Supply = Outlook | CarryOverOfDay;
export type CarryOverOfDay = CarryOver & { readonly snow: readonly BriefSnow[] };

/** Whether an answer is of a day after the season of the outlook. */
export function isCarryOver<C extends CarryOver>(answer: Outlook | Fill | C): answer is C {
  return 'paths' in answer;
}

/** The state of the outlook: a point and an issue day, and what is drawn of it. After the season, reservoirs and a day. */
export function createOutlook({ request, address, now, points, fill = [] }: OutlookSettings) {
  const today = todayInBasin(now());
  /** The chosen reservoirs, or the first ones of the point. */
  const groupOf = ({ point, reservoir }: Pick<OutlookChoice, 'point' | 'reservoir'>) => {
    const own = fill.filter((each) => each.point === point);
    return own.find(({ id }) => id === reservoir) ?? own[0];
  };
  /** The reservoirs whose carry-over a choice shows. Undefined in the season of the outlook. */
  const carryOverOf = (choice: OutlookChoice) => {
    const to = points.find(({ id }) => id === choice.point)?.to ?? '12-31';
    return isAfterSeason(choice.issued ?? today, to) ? groupOf(choice) : undefined;
  };

  async function loadCarryOver(id: string, issued: string | undefined, signal: AbortSignal) {
    const [carryOver, snow] = await Promise.all([
      request(readCarryOver, { params: { id }, query: { issued } }, { signal }),
      // The portal may have no brief of the day: then there is no snow to show.
      request(readBrief, { query: { on: issued } }, { signal }).then(
        (brief) => brief.snow,
        () => [],
      ),
    ]);
    return { ...carryOver, snow };
  }

  const $chart = atom<ChartState>(initialChartState);
  const $drawn = atom(drawnCodec.initial);
  const { change, ...tool } = createTool<Supply, OutlookChoice>({
    address,
    codec: outlookCodec({ points, fill, today }),
    load(choice, signal) {
      const { point, issued } = choice;
      const group = carryOverOf(choice);
      return group
        ? loadCarryOver(group.id, issued, signal)
        : request(readOutlook, { params: { point }, query: { issued } }, { signal });
    },
    atOnce: {
      isOpen: ({ issued }) => issued === undefined,
      resolve: (choice, { issued }) => ({ ...choice, issued }),
    },
    parts: [codecPart($drawn, drawnCodec), codecPart($chart, chartCodec('days'))],
  });

  function choose(next: Partial<OutlookChoice>): void {
    $chart.set(initialChartState);
    change(next);
  }

  return {
    ...tool,
    today,
    points,
    fill,
    carryOverOf,
    hasCarryOver: (point: string) => groupOf({ point, reservoir: undefined }) !== undefined,
    $chart,
    $drawn,
    setPoint: (point: string) => choose({ point, reservoir: undefined }),
    setReservoir(id: string) {
      const point = fill.find((each) => each.id === id)?.point;
      if (point !== undefined) choose({ point, reservoir: id });
    },
    /** Undefined: the latest. */
    setIssued: (issued: string | undefined) => choose({ issued }),
    setChart: (state: ChartState) => $chart.set(state),
    setHasAnalogs: (hasAnalogs: boolean) => $drawn.set({ hasAnalogs }),
  };
}

/** A point, reservoirs of it, and an issue day; undefined are the first reservoirs, and the day that the portal chooses. */
type OutlookChoice = {
  readonly point: string;
  readonly reservoir: string | undefined;
  readonly issued: string | undefined;
};

const drawnCodec = addressCodec({ hasAnalogs: flagField('analogs') });

type CodecSettings = {
  readonly points: readonly OutlookPointOption[];
  readonly fill: readonly FillOption[];
  /** The day in the basin. */
  readonly today: string;
};

/** The address `point=heise&issued=2026-04-01`; after the season, `reservoir=palisades` may be between them. */
export function outlookCodec({ points, fill, today }: CodecSettings) {
  const pointOf = (id: string | null) => points.find((each) => each.id === id) ?? points[0];
  return addressCodec<OutlookChoice>({
    point: optionField('point', points, 'There is no point'),
    reservoir: {
      key: 'reservoir',
      initial: undefined,
      parse(id, query) {
        const own = fill.filter(({ point }) => point === pointOf(query.get('point'))?.id);
        if (own.some((each) => each.id === id)) return id;
        return new Refusal(
          `There are no reservoirs ${quoted(id)} of this point. These are ${own[0]?.label ?? 'none'}.`,
        );
      },
      format: (id) => id,
    },
    issued: issuedField((query) => {
      const point = pointOf(query.get('point'));
      const hasCarryOver = fill.some((each) => each.point === point?.id);
      return { to: point?.to ?? '12-31', hasCarryOver, today };
    }, 'The latest outlook is shown.'),
  });
}
