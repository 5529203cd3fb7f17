import { basinTimeZone } from '#lib/basin-clock.ts';
import { formatWhole } from '#lib/format-number.ts';
import type { OwnSite } from '../contract.ts';
import type { Mapping, MappingField } from '../rules/mapping.ts';

/** Fields of a mapping, with undefined for one that is taken away. */
export type MappingPart = { readonly [Field in MappingField]?: Mapping[Field] | undefined };

/** A select with the answers to one question; an empty value is no answer. */
export type FieldOfMapping = {
  readonly field: MappingField;
  readonly label: string;
  readonly value: string;
  readonly choices: Choices;
  readonly toPart: (value: string) => MappingPart;
  /** It is shown where it is asked or answered; the others are always shown. */
  readonly isRare?: boolean;
  /** The question of its field is not about this part of it. */
  readonly isOptional?: true;
};

/** The labels of values. */
type Choices = Readonly<Record<string, string>>;

const orders = { YMD: 'Year, month, day', MDY: 'Month, day, year', DMY: 'Day, month, year' };
const signs = { '.': 'Point: 12.5', ',': 'Comma: 12,5' };
const delimiters = { ',': 'Comma', ';': 'Semicolon', tab: 'Tab' };
const rows = {
  reading: 'A reading at its time',
  'daily mean': 'The mean of a day',
  'daily total': 'The total of a day',
  counter: 'The state of a counter',
};
const stamps = {
  instant: 'The moment of the reading',
  begin: 'The beginning of its period',
  end: 'The end of its period',
};
const midnights = { begin: 'A midnight begins its day', end: 'A midnight ends its day' };
const fixedClocks = ['-04:00', '-05:00', '-06:00', '-07:00', '-08:00', '-09:00', '-10:00'];
const periods = [1, 5, 6, 10, 15, 20, 30, 60, 120, 180, 240, 360, 480, 720, 1440];
const wraps = [10_000, 65_536, 100_000, 1_000_000, 10_000_000, 4_294_967_296];

const columnPrefix = 'column ';

const label = (values: readonly (string | number)[], toLabel: (value: string) => string = String): Choices =>
  Object.fromEntries(values.map((each) => [each, toLabel(String(each))]));

/** The fields of a mapping, in the order of the form. `sites` are those that the reader may write. */
export function fieldsOf(
  mapping: Mapping,
  { columns, sites }: { readonly columns: readonly string[]; readonly sites: readonly OwnSite[] },
): readonly FieldOfMapping[] {
  const { site, parameter, counter, row, time: [day = '', timeOfDay = ''] = [] } = mapping;
  const ofFile = sites.filter(({ loc_id }) => site && (!('loc_id' in site) || site.loc_id === loc_id));
  const parameters = ofFile.flatMap((each) => each.parameters);
  const units = parameters.filter((each) => each.parameter_name === parameter).flatMap((each) => each.units);
  const toTime = (one: string, other: string) => ({ time: one ? [one, other].filter(Boolean) : undefined });
  const ofColumn = (chosen: string) => ({ column: chosen.slice(columnPrefix.length) });

  const plain = (field: MappingField, text: string, choices: Choices, isRare = true): FieldOfMapping => ({
    ...{ field, label: text, choices, isRare },
    value: String(mapping[field] ?? ''),
    toPart: (chosen) => ({ [field]: chosen || undefined }),
  });
  const number = (field: MappingField, text: string, choices: Choices): FieldOfMapping => ({
    ...plain(field, text, choices),
    toPart: (chosen) => ({ [field]: chosen === '' ? undefined : Number(chosen) }),
  });

  return [
    {
      field: 'site',
      label: 'Site',
      value: site === undefined ? '' : 'column' in site ? columnPrefix + site.column : site.loc_id,
      choices: {
        ...Object.fromEntries(sites.map(({ loc_id, loc_name }) => [loc_id, loc_name])),
        ...Object.fromEntries(columns.map((each) => [columnPrefix + each, `Ids in the column ${each}`])),
      },
      toPart: (chosen) => ({
        site: chosen.startsWith(columnPrefix) ? ofColumn(chosen) : chosen ? { loc_id: chosen } : undefined,
        parameter: undefined,
        unit: undefined,
      }),
    },
    {
      ...plain('parameter', 'What was measured', label(parameters.map((each) => each.parameter_name)), false),
      toPart: (chosen) => ({ parameter: chosen || undefined, unit: undefined }),
    },
    plain('unit', 'Unit in the file', label(units), false),
    {
      ...plain('time', 'Column of the time', label(columns), false),
      value: day,
      toPart: (chosen) => toTime(chosen, timeOfDay),
    },
    {
      ...plain('time', 'Time of day, if in a column of its own', label(columns), false),
      value: timeOfDay,
      isOptional: true,
      toPart: (chosen) => toTime(day, chosen),
    },
    plain('value', 'Column of the value', label(columns), false),
    plain('row', 'What a row is', rows),
    plain('zone', 'Clock of the times', {
      basin: `${basinTimeZone()}, summer time included`,
      stamp: 'Each time has its own offset',
      ...label(fixedClocks, (offset) => `UTC${offset} all year`),
      UTC: 'UTC',
    }),
    plain('stamp', 'What a time means', row?.startsWith('daily') ? midnights : stamps),
    number('period_minutes', 'Minutes of a period', label(periods)),
    plain('date_order', 'Order of a date', orders),
    plain('decimal', 'Decimal sign', signs),
    {
      field: 'counter',
      label: 'Where the counter goes down',
      value: typeof counter === 'object' ? String(counter.wraps_at) : (counter ?? ''),
      choices: {
        reset: 'It was set to 0',
        ...label(wraps, (each) => `It is 0 again at ${formatWhole(Number(each))}`),
      },
      toPart: (chosen) => ({
        counter: chosen === 'reset' ? chosen : chosen ? { wraps_at: Number(chosen) } : undefined,
      }),
      isRare: true,
    },
    plain('format', 'Format', { csv: 'CSV', json: 'JSON' }),
    plain('delimiter', 'Between columns', delimiters),
    number('header_line', 'Line with the names of the columns', { 0: 'None', ...label(firstLines) }),
  ];
}

const firstLines = Array.from({ length: 20 }, (_, at) => at + 1);
