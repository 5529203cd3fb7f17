/**
 * The analog years a second time, the long way: every value is looked up and every sum is added up day by day, on texts
 * `YYYY-MM-DD`, with nothing of the product.
 */

export type Series = ReadonlyMap<string, number>;
export type OracleData = {
  readonly storage: readonly Series[];
  readonly snow: readonly (readonly Series[])[];
  readonly flow: readonly Series[];
  readonly gains: readonly Series[];
};
type Weights = Readonly<Record<'storage' | 'snow' | 'flow' | 'gains', number>>;
type Measure = { readonly kind: keyof Weights; readonly at: (day: string) => number | undefined };

/** The days from 1980 to 2027. */
const calendar = Array.from({ length: 17_532 }, (_, at) =>
  new Date(Date.UTC(1980, 0, 1 + at)).toISOString().slice(0, 10),
);
const places = new Map(calendar.map((day, at) => [day, at]));
const step = (day: string, days: number) => calendar[(places.get(day) ?? 0) + days] ?? '';
const waterYearOf = (day: string) => Number(day.slice(0, 4)) + (day.slice(5) >= '10-01' ? 1 : 0);
const isLeap = (year: number) => new Date(Date.UTC(year, 1, 29)).getUTCDate() === 29;

/** The same date so many years later; February 28 for a February 29 that is not there. */
function shifted(day: string, years: number): string {
  const year = Number(day.slice(0, 4)) + years;
  return day.slice(5) === '02-29' && !isLeap(year) ? `${year}-02-28` : `${year}${day.slice(4)}`;
}

/** The value of a day, or on the straight line over a gap of up to seven days. Nothing after `known` is known. */
function bridged(series: Series, day: string, known: string): number | undefined {
  if (day > known) return undefined;
  if (series.has(day)) return series.get(day);
  for (let back = 1; back <= 7; back += 1) {
    if (!series.has(step(day, -back))) continue;
    for (let on = 1; on <= 7; on += 1) {
      if (!series.has(step(day, on)) || step(day, on) > known) continue;
      if (back + on - 1 > 7) return undefined;
      const [before, after] = [series.get(step(day, -back)) ?? 0, series.get(step(day, on)) ?? 0];
      return before + ((after - before) * back) / (back + on);
    }
    return undefined;
  }
  return undefined;
}

const totals = new Map<readonly Series[], Map<string, number | undefined>>();

function total(all: readonly Series[], day: string, known: string): number | undefined {
  if (step(day, 8) > known) return addUp(all, day, known);
  const found = totals.get(all) ?? new Map(calendar.map((each) => [each, addUp(all, each, '9999')]));
  totals.set(all, found);
  return found.get(day);
}

function addUp(all: readonly Series[], day: string, known: string): number | undefined {
  let sum = 0;
  for (const series of all) {
    const value = bridged(series, day, known);
    if (value === undefined) return undefined;
    sum += value;
  }
  return sum;
}

function summed(all: readonly Series[], first: string, last: string, known: string): number | undefined {
  if (first > last) return undefined;
  let sum = 0;
  for (let day = first; day <= last; day = step(day, 1)) {
    const value = total(all, day, known);
    if (value === undefined) return undefined;
    sum += value;
  }
  return sum;
}

function middle(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const half = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? (sorted[half] ?? 0) : ((sorted[half - 1] ?? 0) + (sorted[half] ?? 0)) / 2;
}

const medians = new Map<Series, Map<string, number | undefined>>();

function medianOfDate(series: Series, day: string): number | undefined {
  const known = medians.get(series) ?? new Map<string, number | undefined>();
  medians.set(series, known);
  if (!known.has(day.slice(5))) known.set(day.slice(5), findMedian(series, day));
  return known.get(day.slice(5));
}

/** A year is whole if each of its days has a value, or is bridged; without enough of them, if it has all usual days. */
const yearsOf = new Map<Series, readonly number[]>();

function findYears(series: Series): readonly number[] {
  const years = Array.from({ length: 30 }, (_, at) => 1991 + at);
  const datesOf = new Map(
    years.map((year) => {
      const days = calendar.slice(places.get(`${year - 1}-10-01`), places.get(`${year}-10-01`));
      const measured = days.filter((day) => bridged(series, day, '9999') !== undefined);
      return [year, { length: days.length, dates: new Set(measured.map((day) => day.slice(5))) }];
    }),
  );
  const isEnough = (some: readonly number[]) => {
    const early = some.filter((year) => year <= 2005).length;
    return early >= 3 && some.length - early >= 3 && some.length >= 10;
  };
  const whole = years.filter((year) => datesOf.get(year)?.dates.size === datesOf.get(year)?.length);
  if (isEnough(whole)) return whole;
  const any = years.filter((year) => (datesOf.get(year)?.dates.size ?? 0) > 0);
  const has = (year: number, date: string) => datesOf.get(year)?.dates.has(date) ?? false;
  const usual = calendar
    .slice(places.get('1980-10-01'), places.get('1981-10-01'))
    .map((day) => day.slice(5))
    .filter((date) => any.filter((year) => has(year, date)).length >= 0.8 * any.length);
  const used = usual.length === 0 ? [] : any.filter((year) => usual.every((date) => has(year, date)));
  return isEnough(used) ? used : [];
}

function findMedian(series: Series, day: string): number | undefined {
  const years = yearsOf.get(series) ?? findYears(series);
  yearsOf.set(series, years);
  const dates = day.slice(5) === '02-29' ? ['02-28', '02-29', '03-01'] : [day.slice(5)];
  const found = new Set<number>();
  const values = years.flatMap((year) =>
    dates.flatMap((date) => {
      const each = `${date >= '10' ? year - 1 : year}-${date}`;
      const value = places.has(each) ? bridged(series, each, '9999') : undefined;
      if (value === undefined) return [];
      found.add(year);
      return value;
    }),
  );
  return found.size > 0 && found.size === years.length ? middle(values) : undefined;
}

function snowPercent(sites: readonly Series[], day: string): number | undefined {
  let [sum, usual, count, all] = [0, 0, 0, 0];
  for (const series of sites) {
    const median = medianOfDate(series, day);
    if (median === undefined) continue;
    all += 1;
    const value = series.get(day);
    if (value === undefined) continue;
    sum += value;
    usual += median;
    count += 1;
  }
  if (count === 0 || count < all / 2 || usual / count < 1) return undefined;
  return (sum / usual) * 100;
}

/** The nearest years with their distances and, with the hindcast, the errors of the volume in cfs·days. */
export function slowAnalogYears(
  data: OracleData,
  on: string,
  weights: Weights,
  firstYear: number,
  withHindcast: boolean,
) {
  const measures: readonly Measure[] = [
    { kind: 'storage', at: (day: string) => total(data.storage, day, on) },
    ...data.snow.map((sites): Measure => ({ kind: 'snow', at: (day: string) => snowPercent(sites, day) })),
    {
      kind: 'flow',
      at: (day: string) => summed(data.flow, `${waterYearOf(day) - 1}-10-01`, day, on),
    },
    {
      kind: 'gains',
      at(day: string) {
        const year = Number(day.slice(0, 4)) - (day.slice(5) >= '11-01' ? 0 : 1);
        return summed(data.gains, `${year}-11-01`, day, on);
      },
    },
  ];
  const year = waterYearOf(on);
  const years: number[] = [];
  for (let each = firstYear; each < year; each += 1) years.push(each);
  const used = measures.flatMap(({ kind, at }) => {
    if (weights[kind] === 0) return [];
    for (let age = 0; age <= 7; age += 1) {
      const asOf = step(on, -age);
      const value = at(asOf);
      if (value === undefined) continue;
      const past = years.map((each) => at(shifted(asOf, each - year)));
      return past.filter((each) => each !== undefined).length < 10 ? [] : [{ kind, value, past }];
    }
    return [];
  });
  const complete =
    used.length === 0 ? [] : years.filter((_, at) => used.every(({ past }) => past[at] !== undefined));
  const rowOf = (each: number) => used.map(({ past }) => past[each - firstYear] ?? Number.NaN);

  function nearest(rows: readonly number[], own: readonly number[]) {
    const spread = used.map((_, at) => {
      const values = rows.map((each) => rowOf(each)[at] ?? 0);
      const average = values.reduce((sum, value) => sum + value, 0) / values.length;
      const squares = values.reduce((sum, value) => sum + (value - average) ** 2, 0);
      return Math.sqrt(squares / (values.length - 1));
    });
    const kinds = [...new Set(used.map(({ kind }) => kind))];
    const found = rows.map((each) => {
      let [sum, weight] = [0, 0];
      for (const kind of kinds) {
        const own2 = used.flatMap((measure, at) => {
          if (measure.kind !== kind) return [];
          const deviation = spread[at] ?? 0;
          return deviation > 0 ? [(((own[at] ?? 0) - (rowOf(each)[at] ?? 0)) / deviation) ** 2] : [0];
        });
        sum += (weights[kind] * own2.reduce((one, other) => one + other, 0)) / own2.length;
        weight += weights[kind];
      }
      return { year: each, distance: Math.sqrt(sum / weight) };
    });
    found.sort((one, other) => one.distance - other.distance || other.year - one.year);
    return found.slice(0, 5);
  }

  const own = nearest(
    complete,
    used.map(({ value }) => value),
  );
  if (!withHindcast) return { complete, nearest: own, errors: undefined };
  const volumeAfter = (each: number) => {
    const [day, april] = [step(shifted(on, each - year), 1), `${each}-04-01`];
    return summed(data.flow, [day, april].toSorted()[1] ?? '', `${each}-07-31`, on);
  };
  const volumes = new Map(complete.map((each) => [each, volumeAfter(each)]));
  const errors = complete.flatMap((each) => {
    const came = volumes.get(each);
    const others = complete.filter((other) => other !== each);
    const few = nearest(others, rowOf(each)).flatMap((one) => volumes.get(one.year) ?? []);
    const all = others.flatMap((other) => volumes.get(other) ?? []);
    return came === undefined || few.length === 0
      ? []
      : [{ own: Math.abs(middle(few) - came), climatology: Math.abs(middle(all) - came) }];
  });
  return { complete, nearest: own, errors };
}
