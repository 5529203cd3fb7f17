import { readDailyColumns } from '#client/daily-columns.ts';
import type { Requester } from '#client/request.ts';
import { listSiteCards } from '#contract/basket.ts';
import type { FlaggedValue } from '#contract/daily-data.ts';
import { readWaterYears, type WaterYearRecord } from '#contract/water-year.ts';
import { normalsBeside } from '#domain/normals.ts';
import { type MedianDay, medianMeltOut, type SnowSeason, snowSeasons } from '#domain/snow-season.ts';
import { sitePeaks } from '#domain/snowpack.ts';
import { parameterNdx } from '#domain/vocabulary.ts';
import { type DayNumber, dayNumber } from '#lib/calendar.ts';

/** The snow water equivalents of a station, of all years. */
export type Station = {
  readonly id: number;
  /** The agency's number of the site. Undefined if it could not be loaded. */
  readonly locId: string | undefined;
  readonly name: string;
  readonly parameterName: string;
  readonly unit: string;
  readonly provider: string;
  readonly isDemonstration: boolean;
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
): Promise<Station | undefined> {
  const parameter = String(parameterNdx.swe);
  const [columns, normals, cards] = await Promise.all([
    readDailyColumns(request, { parameter, locations: String(id), start: firstDay, end: today }, { signal }),
    request(
      readWaterYears,
      { params: { parameter, location: String(id), series: normalsBeside([]).join(',') }, query: {} },
      { signal },
    ),
    // Without the number only the link to the file is missing.
    request(listSiteCards, { query: { sites: String(id) } }, { signal }).catch(() => []),
  ]);
  const [series] = columns.series;
  if (!series) return undefined;
  const start = dayNumber(series.start);
  const days = series.dates.map((offset) => start + offset);
  const { values } = series;
  const seasons = snowSeasons({ days, values });
  return {
    id,
    locId: cards[0]?.loc_id,
    name: series.loc_name,
    parameterName: columns.parameter.parameter_name,
    unit: series.units_name,
    provider: series.data_provider_name,
    isDemonstration: series.is_demonstration,
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
