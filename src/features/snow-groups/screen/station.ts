import { computed, type ReadableAtom } from 'nanostores';
import type { FlaggedValue } from '#contract/daily-data.ts';
import type { FindingAnswer } from '#contract/finding.ts';
import type { Requester } from '#contract/request.ts';
import { readDailyColumns } from '#contract/request-daily-columns.ts';
import { readWaterYears, type WaterYearRecord } from '#contract/season/water-year.ts';
import { listSiteCards } from '#contract/site-cards.ts';
import {
  type MedianDay,
  medianMeltOut,
  type SnowSeason,
  sitePeaks,
  snowSeasons,
} from '#domain/snow/snowpack.ts';
import { normalsBeside } from '#domain/statistics/normals.ts';
import { parameterNdx } from '#domain/vocabulary.ts';
import { type DayNumber, dayNumber } from '#lib/calendar.ts';
import { createQuery } from '#stores/queries.ts';
import type { HealthRow } from '../../snotel/index.ts';

/** The snow water equivalents of a station, of all years. */
export type SnowStation = {
  readonly id: number;
  /** The agency's number of the site. Undefined if it could not be loaded. */
  readonly locId: string | undefined;
  /** What is said of its latest value. Undefined if it could not be loaded. */
  readonly finding: FindingAnswer | undefined;
  readonly name: string;
  readonly parameterName: string;
  readonly unit: string;
  readonly provider: string;
  /** The source of the values, as the command line names it; null if they were not imported. */
  readonly source: string | null;
  /** Values that pass the quality rules; days since 1970 ascend, `approval` has one letter per value. */
  readonly days: readonly DayNumber[];
  readonly values: readonly number[];
  readonly approval: string;
  /** The others, by their day since 1970. */
  readonly flagged: readonly FlaggedValue[];
  /** Statistics by the day of the year; empty with too few years. */
  readonly normals: readonly WaterYearRecord[];
  readonly seasons: readonly SnowSeason[];
  readonly peaks: ReturnType<typeof sitePeaks>;
  readonly meltOut: MedianDay | undefined;
};

/** Before any record. */
const firstDay = '1900-01-01';

/**
 * Loads all values of a station and its normals, so that another year needs no request. `today` is `YYYY-MM-DD`. Undefined
 * without values.
 * @throws RequestFailed
 */
export async function loadStation(
  request: Requester,
  id: number,
  { today, currentYear }: { today: string; currentYear: number },
  signal: AbortSignal,
): Promise<SnowStation | undefined> {
  const parameter = String(parameterNdx.swe);
  const [columns, normals, cards] = await Promise.all([
    readDailyColumns(request, { parameter, locations: String(id), start: firstDay, end: today }, { signal }),
    request(
      readWaterYears,
      { params: { parameter, location: String(id), series: normalsBeside([]).join(',') }, query: {} },
      { signal },
    ),
    // Without the card only the link to the file and the standing of the latest value are missing.
    request(listSiteCards, { query: { sites: String(id) } }, { signal, identify: true }).catch(() => []),
  ]);
  const [series] = columns.series;
  if (!series) return undefined;
  const start = dayNumber(series.start);
  const days = series.dates.map((offset) => start + offset);
  const { values } = series;
  const [card] = cards;
  const seasons = snowSeasons({ days, values });
  return {
    id,
    locId: card?.loc_id,
    finding: card?.record?.parameter_ndx === parameterNdx.swe ? card.record : undefined,
    name: series.loc_name,
    parameterName: columns.parameter.parameter_name,
    unit: series.units_name,
    provider: series.data_provider_name,
    source: series.source,
    days,
    values,
    approval: series.approval,
    flagged: series.flagged.map((each) => ({ ...each, day: start + each.day })),
    normals,
    seasons,
    peaks: sitePeaks(seasons, currentYear),
    meltOut: medianMeltOut(seasons, currentYear),
  };
}

type StationStateSettings = {
  request: Requester;
  /** The row of the chosen station. */
  $row: ReadableAtom<HealthRow | undefined>;
  /** `YYYY-MM-DD` */
  today: string;
  currentYear: number;
};

/** The chosen station with its values, which are loaded when it is chosen. */
export function createStationState(settings: StationStateSettings) {
  const { request, $row, today, currentYear } = settings;
  const query = createQuery<SnowStation | undefined, number>({
    onSubmit: true,
    isSame: (one, other) => one === other,
    fetch: (signal, id) => loadStation(request, id, { today, currentYear }, signal),
  });
  const $id = computed($row, (row) => row?.id);
  return {
    query,
    $row,
    /** Loads the station that is chosen, now and later. @returns how to stop */
    follow(): () => void {
      return $id.subscribe((id) => (id === undefined ? query.clear() : query.submit(id)));
    },
  };
}
