import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { outlookRequestOf } from '#contract/basin-outlook-request.ts';
import { acreFeetPerCfsDay } from '#domain/cumulative-volume.ts';
import type { OutlookTraining } from '#domain/outlook/training.ts';
import { type DayNumber, dayNumber } from '#lib/calendar.ts';
import { mean } from '#lib/moments.ts';
import { basin } from './basin.ts';

const directory = path.resolve(import.meta.dirname, '../../../shared/data/real');
/** Tests on measured series are skipped where these are not at hand. */
export const hasRealSeries = existsSync(directory);

const firstYear = 1982;
const years = Array.from({ length: 39 }, (_, at) => firstYear + at);
/** The Bureau of Reclamation's columns. */
const flowColumns: Readonly<Record<string, string>> = { heise: 'heii_qu', 'island-park': 'isli_qu' };
const snowFile = 'snotel_annual_peak_and_apr1_swe.csv';
const flowFile = 'usbr_daily_heii_heni_isli_1980_2020.csv';
const storageFile = 'usbr_daily_reservoir_af_1980_2020.csv';

const request = outlookRequestOf(basin);
export const fillGroups = request.fill;

function rowsOf(file: string): Record<string, string>[] {
  const [head = '', ...lines] = readFileSync(path.join(directory, file), 'utf8').trim().split('\n');
  const names = head.trim().split(',');
  return lines.map((line) => {
    const cells = line.trim().split(',');
    return Object.fromEntries(names.map((name, at) => [name, cells[at] ?? '']));
  });
}

function dailyValues(file: string, column: string): Map<DayNumber, number> {
  return new Map(
    rowsOf(file).flatMap((row) => {
      const cell = row[column];
      return cell ? [[dayNumber(row.DateTime ?? ''), Number(cell)] as const] : [];
    }),
  );
}

/** The days from one day of a year to another, `MM-DD`, both included. */
function daysOf(from: string, to: string, year: number, startYear = year): DayNumber[] {
  const first = dayNumber(`${startYear}-${from}`);
  return Array.from({ length: dayNumber(`${year}-${to}`) - first + 1 }, (_, at) => first + at);
}

/**
 * A point of the basin file on April 1 of 1982 to 2020: the snow of its sites that the file has, the mean flow from November
 * to March, and the volume from April to July.
 */
export function realTraining(point: string): OutlookTraining {
  const groups = request.points.find(({ id }) => id === point)?.groups ?? [];
  const snow = new Map(
    rowsOf(snowFile).map((row) => [`${row.site_id} ${row.water_year}`, Number(row.apr1_swe_in)]),
  );
  const stations = groups
    .flatMap(({ records }) => records.map(({ id }) => id.split(':')[0]))
    .filter((id) => snow.has(`${id} 2020`));
  const flows = dailyValues(flowFile, flowColumns[point] ?? '');
  const flowsOf = (days: readonly DayNumber[]) => days.flatMap((day) => flows.get(day) ?? []);
  return {
    years,
    predictors: years.map((year) => [
      ...stations.map((id) => {
        const inches = snow.get(`${id} ${year}`);
        return inches === undefined || Number.isNaN(inches) ? undefined : inches;
      }),
      mean(flowsOf(daysOf('11-01', '03-31', year, year - 1))),
    ]),
    volumes: years.map((year) =>
      flowsOf(daysOf('04-01', '07-31', year)).reduce((sum, flow) => sum + flow * acreFeetPerCfsDay, 0),
    ),
    before: years.map(() => 0),
  };
}

/** The total storage of a fill group on each day of a year from one day to another; the few negative values are no storage. */
export function realStorage(
  group: string,
): (year: number, from: string, to: string) => (number | undefined)[] {
  const members = fillGroups.find(({ id }) => id === group)?.members ?? [];
  const records = members.map(({ id }) => dailyValues(storageFile, `${id.toLowerCase()}_af`));
  return (year, from, to) =>
    daysOf(from, to, year).map((day) => {
      const values = records.flatMap((record) => record.get(day) ?? []).filter((value) => value >= 0);
      return values.length === members.length ? values.reduce((sum, value) => sum + value, 0) : undefined;
    });
}

/** The day of a year, `MM-DD`. */
export function dayOfYear(year: number, monthDay: string): DayNumber {
  return dayNumber(`${year}-${monthDay}`);
}
