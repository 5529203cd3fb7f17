import { atom, type WritableAtom } from 'nanostores';
import type { RiverOrder } from '#config/basin/river-order.ts';
import {
  listAnalysisSeries,
  listReachLocations,
  type ReachGainRecord,
  readReachGains,
  readReachGainsOfAllYears,
  readReachGainsToDate,
  readStanding,
} from '#contract/season/water-year.ts';
import { hasEnded } from '#domain/freshness.ts';
import { type GainUnit, gainUnits } from '#domain/season/gain-units.ts';
import { parameterNdx } from '#domain/vocabulary.ts';
import { addressCodec, nameField } from '#lib/address-codec.ts';
import { todayInBasin } from '#lib/basin-clock.ts';
import { type CreateReachPart, type ReachHost, reachParts } from '#season/reach-parts.ts';
import { createMoreYears } from '#season/years/chart-years.ts';
import {
  createYearComparison,
  type PageSettings,
  type YearComparison,
} from '#season/years/year-comparison.ts';
import { codecPart } from '#stores/create-screen.ts';
import { createQuery } from '#stores/queries.ts';
import { columns } from '../files/gain-columns.ts';
import type { Gains } from './gains-charts.ts';

/** The unit of the table. */
type GainView = { readonly unit: GainUnit };

/** `unit=percent` */
export const gainViewCodec = addressCodec<GainView>({ unit: nameField('unit', gainUnits, 'volume') });

type ReachGainsSettings = PageSettings & {
  river?: RiverOrder;
  /** What creates the parts of other features; those of the portal by default. */
  parts?: readonly CreateReachPart[];
};

/** The state of Reach Gains Comparisons. */
export function createReachGains({
  request,
  address,
  now,
  river,
  parts: creators = reachParts,
}: ReachGainsSettings) {
  const $view = atom<GainView>(gainViewCodec.initial);
  const $compared: WritableAtom<ReturnType<ReachHost['$compared']['get']>> = atom(undefined);
  const parts = creators.map((create) => create({ request, $compared, compare }));
  const screen: YearComparison<Gains, ReachGainRecord> = createYearComparison({
    address,
    now,
    lists: {
      locations: createQuery({ fetch: (signal) => request(listReachLocations, {}, { signal }) }),
      series: createQuery({ fetch: (signal) => request(listAnalysisSeries, {}, { signal }) }),
    },
    parameter: parameterNdx.reachGain,
    river,
    async load({ parameter, location, series, year }, signal) {
      const params = { location: String(location) };
      const query = { year };
      const totals = { ...query, totals: 'true' as const };
      const [chosen, all, toDate, standing] = await Promise.all([
        request(readReachGains, { params: { ...params, series: series.join(',') }, query }, { signal }),
        request(readReachGainsOfAllYears, { params, query: totals }, { signal }),
        request(readReachGainsToDate, { params, query }, { signal }),
        request(readStanding, { params: { ...params, parameter: String(parameter) }, query }, { signal }),
      ]);
      const isOver = standing.latest !== null && hasEnded(standing.latest, todayInBasin(now()));
      return { chosen, all, toDate: isOver ? [] : toDate, standing };
    },
    chartKind: 'months',
    columns,
    moreYears: createMoreYears(request),
    own: {
      parts: [codecPart($view, gainViewCodec), ...parts.flatMap((part) => part.parts)],
      submitted: parts.flatMap((part) => part.submitted),
      onStart: () => [
        screen.result.$state.subscribe((state) =>
          $compared.set(
            state.status === 'idle' || state.selection.location === undefined
              ? undefined
              : { location: state.selection.location, isLoading: state.status === 'loading' },
          ),
        ),
        ...parts.flatMap((part) => part.onStart()),
      ],
    },
  });

  function compare(location: number): void {
    screen.setLocation(location);
    if (screen.$reason.get() === undefined) screen.submit();
  }

  return {
    ...screen,
    /** The parts of other features. */
    parts,
    $view,
    setView: (view: GainView) => $view.set(view),
  };
}
