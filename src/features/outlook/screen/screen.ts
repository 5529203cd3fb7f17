import { atom } from 'nanostores';
import type { FillOption, OutlookPointOption } from '#config/forecast.ts';
import { type ChartState, chartCodec, initialChartState } from '#kits/chart/index.ts';
import { addressCodec, flagField, Refusal } from '#lib/address-codec.ts';
import { todayInBasin } from '#lib/basin-clock.ts';
import { isAfterSeason, issuedField, optionField, quoted } from '#season/issue-day/issue-day.ts';
import type { PageSettings } from '#season/years/year-comparison.ts';
import { codecPart } from '#stores/create-screen.ts';
import { createTool } from '#stores/create-tool.ts';
import { type Outlook, readOutlook } from '../contract.ts';
import { type AfterSeason, afterSeasonOfPortal } from './after-season.ts';

export type OutlookScreen = ReturnType<typeof createOutlook>;

type OutlookSettings = PageSettings & {
  /** One or more. */
  readonly points: readonly OutlookPointOption[];
  /** The reservoirs below a point; none by default. */
  readonly fill?: readonly FillOption[];
  /** By default what the portal shows after the season. */
  readonly afterSeason?: AfterSeason | undefined;
};

/** An outlook; after its season, what the fill of `outlook-after-season` has of reservoirs. */
type Supply = Outlook | Awaited<ReturnType<AfterSeason['load']>>;

export function isOutlook(answer: Supply): answer is Outlook {
  return 'point' in answer;
}

/** The state of the outlook: a point and an issue day, and what is drawn of it. After the season, reservoirs and a day. */
export function createOutlook(settings: OutlookSettings) {
  const { request, address, now, points, afterSeason = afterSeasonOfPortal } = settings;
  /** Reservoirs are chosen after the season only. */
  const fill = afterSeason ? (settings.fill ?? []) : [];
  const today = todayInBasin(now());
  /** The chosen reservoirs, or the first ones of the point. */
  const groupOf = ({ point, reservoir }: Pick<OutlookChoice, 'point' | 'reservoir'>) => {
    const own = fill.filter((each) => each.point === point);
    return own.find(({ id }) => id === reservoir) ?? own[0];
  };
  /** The reservoirs that a choice shows after the season. Undefined in it. */
  const reservoirsOf = (choice: OutlookChoice) => {
    const to = points.find(({ id }) => id === choice.point)?.to ?? '12-31';
    return isAfterSeason(choice.issued ?? today, to) ? groupOf(choice) : undefined;
  };

  const $chart = atom<ChartState>(initialChartState);
  const $drawn = atom(drawnCodec.initial);
  const { change, ...tool } = createTool<Supply, OutlookChoice>({
    address,
    codec: outlookCodec({ points, fill, today }),
    load(choice, signal) {
      const { point, issued } = choice;
      const reservoirs = reservoirsOf(choice);
      return reservoirs && afterSeason
        ? afterSeason.load(request, reservoirs.id, { issued, signal })
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
    afterSeason,
    reservoirsOf,
    hasReservoirs: (point: string) => groupOf({ point, reservoir: undefined }) !== undefined,
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
