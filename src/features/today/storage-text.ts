import type { BriefReservoir, BriefStorage } from '#contract/brief.ts';
import { describeFullness, describeQuantity, toLargeUnit } from '#domain/quantity.ts';
import { describeRank } from '#domain/rank-text.ts';
import { pathOfSite } from '#domain/site-path.ts';
import { describeChange } from '#domain/value-change.ts';
import { describeShare } from '#downloads/brief-share.ts';
import { formatUsDate } from '#lib/calendar.ts';
import { countOf } from '#lib/count-text.ts';
import { formatPercent } from '#lib/format-number.ts';
import { type AgeText, describeBriefAge, listNames } from './record-text.ts';
import type { TeacupLevels } from './teacup.ts';

/** What the page says of the storage of a system. */
export type StorageText = {
  /** Undefined while it is withheld. */
  readonly total: TotalText | undefined;
  /** Which member is missing, and what follows; undefined where none is. */
  readonly remark: string | undefined;
  readonly members: readonly ReservoirText[];
};

type TotalText = {
  /** `1.38 MAF` */
  readonly value: string;
  /** `34 % full`; undefined without a capacity. */
  readonly fullness: string | undefined;
  /** `−203 KAF in 7 days` */
  readonly changes: readonly string[];
  /** `887 KAF less than a year before`, `5th lowest of 30 years` */
  readonly comparisons: readonly string[];
  /** `43 % of the values provisional`; undefined where all are approved. */
  readonly provisional: string | undefined;
};

export type ReservoirText = {
  readonly name: string;
  readonly href: string;
  /** `61 %`; undefined without a value or a capacity. */
  readonly fullness: string | undefined;
  /** `514 KAF` or `no value` */
  readonly amount: string;
  readonly age: AgeText | undefined;
  /** What the teacup shows, in words. */
  readonly label: string;
  /** Undefined without a capacity. */
  readonly levels: TeacupLevels | undefined;
};

export function describeStorage(storage: BriefStorage, on: string): StorageText {
  const largest = Math.max(0, ...storage.members.map(({ capacity }) => capacity ?? 0));
  return {
    total: storage.total ? describeTotal(storage.total, storage) : undefined,
    remark: describeMissing(storage),
    members: storage.members.map((member) =>
      describeReservoir(member, { on, newest: storage.newest, largest }),
    ),
  };
}

/** A volume in the largest unit that suits it: `1.38 MAF`. */
export function describeVolume(value: number, unit: string): string {
  const large = toLargeUnit(value, unit);
  return describeQuantity(large.value, large.unit);
}

function describeTotal(
  total: NonNullable<BriefStorage['total']>,
  { units_name: unit, capacity }: BriefStorage,
): TotalText {
  const { value, changes, last_year, median, median_years, rank, low_rank, years, provisional } = total;
  return {
    value: describeVolume(value, unit),
    fullness: capacity === null ? undefined : describeFullness(value, capacity),
    changes: changes.map(({ days, change }) => {
      const large = toLargeUnit(change ?? 0, unit);
      const known = change === null ? undefined : large.value;
      return describeChange(known, days, { unit: large.unit, isDepth: false });
    }),
    comparisons: [
      last_year === null ? 'no total a year before' : compare(value - last_year, unit, 'a year before'),
      median === null
        ? 'no median of the date'
        : compare(value - median, unit, `the median of ${countOf(median_years, 'year')}`),
      describeRank({ rank, lowRank: low_rank, years }),
    ],
    provisional: describeShare(provisional),
  };
}

/** `887 KAF less than a year before` */
function compare(difference: number, unit: string, base: string): string {
  const size = describeVolume(Math.abs(difference), unit);
  if (size === describeQuantity(0, unit)) return `the same as ${base}`;
  return `${size} ${difference < 0 ? 'less' : 'more'} than ${base}`;
}

function describeMissing({ total, newest, missing }: BriefStorage): string | undefined {
  if (newest === null) return 'No reservoir has a value of the last 30 days.';
  if (total && total.rdate >= newest) return undefined;
  const cause =
    missing.length === 0
      ? ''
      : `${listNames(missing)} ${missing.length === 1 ? 'has' : 'have'} no value of ${formatUsDate(newest)}`;
  if (total) {
    const day = formatUsDate(total.rdate);
    return `The total is that of ${day}, the last day on which every reservoir has a value${cause && `: ${cause}`}.`;
  }
  return `There is no total: ${cause && `${cause}, and `}on no day of the last 30 do all of the reservoirs have a value.`;
}

type ReservoirContext = { readonly on: string; readonly newest: string | null; readonly largest: number };

function describeReservoir(member: BriefReservoir, { on, newest, largest }: ReservoirContext): ReservoirText {
  const { loc_ndx, loc_name, value, capacity, last_year, median, units_name: unit } = member;
  const fullness = value !== null && capacity !== null ? formatPercent((value / capacity) * 100) : undefined;
  const age = describeBriefAge(member, on, newest);
  const amount = value === null ? 'no value' : describeVolume(value, unit);
  const level = (each: number | null) => (each === null || capacity === null ? undefined : each / capacity);
  return {
    name: loc_name,
    href: pathOfSite(loc_ndx),
    fullness,
    amount,
    age,
    label: [
      `${loc_name}: ${amount}${fullness === undefined ? '' : `, ${fullness} full`}`,
      `a year before ${last_year === null ? 'no value' : describeVolume(last_year, unit)}`,
      `median of the date ${median === null ? 'none' : describeVolume(median, unit)}`,
    ].join('; '),
    levels:
      capacity === null
        ? undefined
        : {
            now: level(value),
            lastYear: level(last_year),
            median: level(median),
            size: largest > 0 ? capacity / largest : 0,
          },
  };
}
