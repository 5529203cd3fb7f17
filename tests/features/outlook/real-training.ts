import { acreFeetPerCfsDay } from '#domain/season/cumulative-volume.ts';
import { computeOutlook } from '#features/outlook/rules/compute-outlook.ts';
import type { OutlookTraining } from '#features/outlook/rules/training.ts';
import { type DayNumber, dayNumber } from '#lib/calendar.ts';
import { mean } from '#lib/moments.ts';
import {
  dailyValues,
  daysOf,
  flowColumns,
  flowFile,
  flowsFrom,
  lastYear,
  memoized,
  request,
  rowsOf,
  snowFile,
  years,
} from '../../support/real-series.ts';

/**
 * A point of the basin file on an issue day, `MM-DD`, of 1982 to 2020: from April 1 on the snow of its sites on April 1, which
 * is all that the file has, the mean flow from November up to the day before, at the latest March 31, and the volume from
 * April to July.
 */
export function realTraining(point: string, issued = '04-01'): OutlookTraining {
  const groups = request.points.find(({ id }) => id === point)?.groups ?? [];
  const snow = new Map(
    rowsOf(snowFile).map((row) => [`${row.site_id} ${row.water_year}`, Number(row.apr1_swe_in)]),
  );
  const stations = groups
    .flatMap(({ records }) => records.map(({ id }) => id.split(':')[0]))
    .filter((id) => snow.has(`${id} 2020`));
  const flows = dailyValues(flowFile, flowColumns[point] ?? '');
  const flowsOf = (days: readonly DayNumber[]) => flowsFrom(flows, days);
  const hasSnow = issued >= '04-01';
  const volumesOf = (isWanted: (day: DayNumber, first: DayNumber) => boolean) =>
    years.map((year) => {
      const first = dayNumber(`${year}-${issued}`);
      const days = daysOf('04-01', '07-31', year).filter((day) => isWanted(day, first));
      return flowsOf(days).reduce((sum, flow) => sum + flow * acreFeetPerCfsDay, 0);
    });
  return {
    years,
    predictors: years.map((year) => [
      ...(hasSnow ? stations : []).map((id) => {
        const inches = snow.get(`${id} ${year}`);
        return inches === undefined || Number.isNaN(inches) ? undefined : inches;
      }),
      mean(
        flowsOf(
          daysOf('11-01', '03-31', year, year - 1).filter((day) => day < dayNumber(`${year}-${issued}`)),
        ),
      ),
    ]),
    volumes: volumesOf((day, first) => day >= first),
    before: volumesOf((day, first) => day < first),
  };
}

/** The leave-one-out forecasts of a point on an issue day, by year; none where the outlook is withheld. */
export function realForecasts(point: string, issued = '04-01'): ReadonlyMap<number, number> {
  return forecastsOn(`${point} ${issued}`);
}

const forecastsOn = memoized((key: string): ReadonlyMap<number, number> => {
  const [point = '', issued] = key.split(' ');
  const training = realTraining(point, issued);
  const values = training.predictors.at(-1) ?? [];
  const result = computeOutlook(training, { year: lastYear + 1, values, before: 0 });
  const rows = result.kind === 'issued' ? result.hindcast : [];
  return new Map(rows.map(({ year, leave_one_out_af }) => [year, leave_one_out_af]));
});
