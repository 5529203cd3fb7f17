import type { BriefReservoir, BriefStorage } from '#contract/brief.ts';
import { describeTotal, describeVolume, type TotalText } from '#domain/brief/total-text.ts';
import { pathOfSite } from '#domain/site-path.ts';
import { formatUsDate } from '#lib/calendar.ts';
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
