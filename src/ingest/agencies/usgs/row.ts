import { type DayNumber, formatDay, parseDay } from '#lib/calendar.ts';
import { createKindList, createValueBlocks } from '../../engine/value-blocks.ts';
import { parseInstantDay } from '../../reading/parse-day.ts';
import { readNumber } from '../../reading/parse-number.ts';

/** A value as USGS sent it, from any of its services. */
export type UsgsRow = {
  /** The key of the site, as `toSiteKey` makes it. */
  readonly site: string;
  /** Parameter code, `00060`. */
  readonly code: string;
  /** Distinguishes several records of one parameter at a site, by sensor or by statistic. */
  readonly record: string;
  /** The `time_series_id` of the Water Data API. */
  readonly seriesId?: string | undefined;
  /** `00003` for a daily mean; undefined if the row does not say. */
  readonly statistic: string | undefined;
  /** As USGS spells it, `ft^3/s`; undefined if the row does not say. */
  readonly unit: string | undefined;
  /** The datum of an elevation, `NAVD88`. */
  readonly datum?: string | undefined;
  /** What tells a second instrument or place from the main one, `2nd sensor`. */
  readonly instrument?: string | undefined;
  /** Measured by hand. Any recorder's value for the day takes precedence. */
  readonly isFieldMeasurement?: boolean;
  /** `YYYY-MM-DD`, the calendar day at the site. */
  readonly date: string;
  /** The instant of a reading within a day. */
  readonly time?: string | undefined;
  /** The value as text; null if missing. */
  readonly value: string | null;
  readonly isApproved: boolean;
  /** As USGS spells them: words or letters. */
  readonly qualifiers: readonly string[];
  readonly line: number;
};

/** The fields of an observation in any format of the Water Data API. Absent ones are undefined, null or empty. */
type Observation = {
  readonly [name in
    | 'monitoring_location_id'
    | 'parameter_code'
    | 'statistic_id'
    | 'time_series_id'
    | 'time'
    | 'unit_of_measure'
    | 'vertical_datum'
    | 'approval_status']?: string | null | undefined;
} & {
  readonly value: string | null;
  readonly qualifiers: readonly string[];
};

/**
 * Converts an observation of `daily`, `field-measurements` or `continuous` to a row. A field measurement belongs to no
 * time series and has no statistic; its date is the day in the basin's time zone.
 */
export function toRow(from: Observation, line: number, site: string | undefined): UsgsRow {
  const { day, instant } = splitTime(from.time ?? '');
  const seriesId = from.time_series_id || undefined;
  const statistic = from.statistic_id || undefined;
  const isFieldMeasurement = instant !== undefined && seriesId === undefined && statistic === undefined;
  return {
    site: toSiteKey(from.monitoring_location_id || site || ''),
    code: from.parameter_code ?? '',
    record: isFieldMeasurement ? 'measured' : `${seriesId ?? ''} ${statistic ?? ''}`,
    seriesId,
    statistic,
    unit: from.unit_of_measure || undefined,
    datum: from.vertical_datum || undefined,
    isFieldMeasurement,
    date: day,
    time: instant,
    value: from.value,
    isApproved: from.approval_status === 'Approved',
    qualifiers: from.qualifiers,
    line,
  };
}

/** Days by their text; a file for many sites repeats each date. */
const knownDays = new Map<string, DayNumber | undefined>();
const maxKnownDays = 100_000;

/** The day of a row; undefined if its date is none. */
export function dayOf({ date }: UsgsRow): DayNumber | undefined {
  if (!knownDays.has(date)) {
    if (knownDays.size >= maxKnownDays) knownDays.clear();
    knownDays.set(date, parseDay(date));
  }
  return knownDays.get(date);
}

/**
 * The key of a site in the basin file: the number of a site of USGS, and the whole id of one of another agency, because
 * two agencies may have given one number.
 * @example toSiteKey('USGS-13037500') // '13037500'
 * @example toSiteKey('IDWR-13037500') // 'IDWR-13037500'
 */
export function toSiteKey(id: string): string {
  return id.trim().replace(/^USGS-/i, '');
}

/** The key of a site whose agency and number are apart; without an agency it is one of USGS. */
export function joinSiteKey(agency: string | undefined, number: string): string {
  return toSiteKey(`${agency?.trim() || 'USGS'}-${number.trim()}`);
}

/** The id of a site at the Water Data API, by its key. */
export function toLocationId(key: string): string {
  return /^\d+$/.test(key) ? `USGS-${key}` : key;
}

/**
 * Splits a time into its day and, if it is not a whole day, the instant. The service's midnights without a zone are days. Text that is neither stays as it is, to be
 * refused later with its row.
 */
export function splitTime(time: string): { readonly day: string; readonly instant: string | undefined } {
  const midnight = /^(\d{4}-\d{2}-\d{2})(?:[T ](?:00|24):00(?::00(?:\.0+)?)?)?$/.exec(time.trim());
  if (midnight) return { day: midnight[1] ?? '', instant: undefined };
  const day = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:/.test(time) ? parseInstantDay(time) : undefined;
  return day === undefined ? { day: time, instant: undefined } : { day: formatDay(day), instant: time };
}

/** Rows by site and code, `13037500 00060`. */
export type RowStore = {
  readonly names: () => readonly string[];
  readonly rowsOf: (name: string) => readonly UsgsRow[];
};

/** Groups rows that fit into memory. */
export function storeOf(rows: readonly UsgsRow[]): RowStore {
  const byName = Map.groupBy(rows, nameOf);
  return { names: () => [...byName.keys()], rowsOf: (name) => byName.get(name) ?? [] };
}

/** Groups the rows of a file of any size: daily values are held in blocks of numbers, other rows as they are. */
export function createRowStore() {
  const blocks = createValueBlocks();
  const kinds = createKindList(kindOf, maxKinds);
  const byName = new Map<string, { list: ReturnType<typeof blocks.createList>; others: UsgsRow[] }>();
  return {
    add: (row: UsgsRow): void => {
      const name = nameOf(row);
      let stored = byName.get(name);
      if (!stored) {
        stored = { list: blocks.createList(), others: [] };
        byName.set(name, stored);
      }
      const day = row.time === undefined ? dayOf(row) : undefined;
      const number = readNumber(row.value);
      const code = kinds.indexOf(row);
      const value = number === 'missing' ? Number.NaN : 'value' in number ? number.value : undefined;
      if (day === undefined || code === undefined || value === undefined) stored.others.push(row);
      else stored.list.add(day, value, row.line, code);
    },
    names: () => [...byName.keys()],
    rowsOf: (name: string): UsgsRow[] => {
      const { list, others } = byName.get(name) ?? { list: blocks.createList(), others: [] };
      const rows = [...others];
      list.forEach((day, value, line, code) => {
        const kind = kinds.at(code);
        if (kind) rows.push({ ...kind, date: formatDay(day), value: String(value), line });
      });
      return rows;
    },
    close: () => blocks.close(),
  };
}

const nameOf = ({ site, code }: UsgsRow) => `${site} ${code}`;

/** Codes of a block have 16 bits. */
const maxKinds = 65_536;

/** Rows that differ only in day, line and value are of one kind, of which there are few. */
const kindOf = ({
  site,
  code,
  record,
  statistic,
  unit,
  datum,
  instrument,
  isApproved,
  qualifiers,
}: UsgsRow) => [site, code, record, statistic, unit, datum, instrument, isApproved, ...qualifiers].join('\t');
