import type { Brief, BriefFlow, BriefReservoir } from '#contract/brief.ts';
import { describeShare } from '#domain/brief/total-text.ts';
import { demonstrationNote, originLabel } from '#domain/demonstration.ts';
import { formatUsDate } from '#lib/calendar.ts';
import { type CsvCell, toCsvFile } from '#lib/csv.ts';
import { provisionalShare } from './brief-share.ts';

export type BriefCsvNotes = {
  readonly basin: string;
  readonly source: string;
  readonly address: string;
  /** As `formatExportedAt` writes it. */
  readonly exportedAt: string;
  readonly timeZone: string;
};

const header = [
  'Section',
  'Site',
  'Site ID',
  'Parameter',
  'Figure',
  'Date',
  'Value',
  'Unit',
  'Approval',
  'Class',
  'Values',
];

/** What the cells of a row have in common with those of other figures of the same record. */
type Subject = {
  readonly section: string;
  readonly site: string;
  readonly id?: string;
  readonly parameter?: string;
  readonly unit: string;
  readonly isDemonstration?: boolean;
};
type Figure = {
  readonly name: string;
  readonly date?: string | null;
  readonly value: number | null;
  readonly unit?: string;
  readonly approval?: 'A' | 'P' | null;
  readonly class?: string | null;
};

/** Exports every figure of a brief as a row, unrounded. A figure without a value has an empty cell. */
export function toBriefCsv(brief: Brief, notes: BriefCsvNotes): string {
  const comment = [
    `Brief of ${formatUsDate(brief.on)}, ${notes.basin}`,
    `Address: ${notes.address}`,
    `Source: ${notes.source}`,
    describeShare(provisionalShare(brief)) ?? 'All values are approved.',
    ...(brief.is_demonstration ? [demonstrationNote] : []),
    `Days are calendar days in ${notes.timeZone}.`,
    notes.exportedAt,
  ];
  return toCsvFile(comment, toBriefTable(brief));
}

/** The figures of a brief, after the header. */
export function toBriefTable(brief: Brief): readonly (readonly CsvCell[])[] {
  return [header, ...toBriefRows(brief)];
}

/** The figures of a brief, a row each, in the order of the page. */
export function toBriefRows(brief: Brief): readonly (readonly CsvCell[])[] {
  return [
    ...storageRows(brief),
    ...brief.rivers.flatMap(({ actual, natural }) => [
      ...flowRows('Rivers', actual),
      ...(natural ? flowRows('Rivers (natural flow)', natural) : []),
    ]),
    ...brief.springs.flatMap((spring) => flowRows('Springs', spring)),
    ...brief.reaches.flatMap((reach) =>
      toRows(subjectOf('Gains of reaches', reach), [
        { name: '7-day mean', date: reach.rdate, value: reach.mean_7, approval: reach.approval },
        { name: 'Median of the same days', value: reach.median },
        {
          name: `Lowest of the same days${reach.lowest_year === null ? '' : `, ${reach.lowest_year}`}`,
          value: reach.lowest,
        },
        { name: 'Years compared', value: reach.years, unit: 'years' },
      ]),
    ),
    ...brief.wells.flatMap((well) =>
      toRows(subjectOf('Wells', well), [
        latestFigure(well),
        { name: 'Difference from a year before', date: well.before, value: well.change },
      ]),
    ),
    ...snowRows(brief),
    ...brief.moved.flatMap((move) =>
      toRows(subjectOf('What moved this week', move), [
        { name: 'Value', date: move.rdate, value: move.value, approval: move.approval },
        { name: 'Change in 7 days', date: move.rdate, value: move.change },
        { name: 'Usual change', value: move.usual },
        { name: 'Usual spread', value: move.spread },
        { name: 'z', date: move.rdate, value: move.z, unit: '' },
        { name: 'Changes compared', value: move.count, unit: 'changes' },
      ]),
    ),
    ...brief.doubts.flatMap((doubt) =>
      toRows(subjectOf('Late or flagged', doubt), [
        {
          name: doubt.is_late ? 'Days since the last value, late' : 'Days since the last value',
          date: doubt.rdate,
          value: doubt.days,
          unit: 'days',
        },
        { name: 'Flagged values of 7 days', value: doubt.flagged, unit: 'values' },
      ]),
    ),
  ];
}

function storageRows({ storage, is_demonstration }: Brief): readonly (readonly CsvCell[])[] {
  if (!storage) return [];
  const { total, parameter_name: parameter, units_name: unit } = storage;
  const system: Subject = {
    section: 'Storage',
    site: storage.label,
    parameter,
    unit,
    isDemonstration: is_demonstration,
  };
  const figures: readonly Figure[] = total
    ? [
        { name: 'Total', date: total.rdate, value: total.value },
        { name: 'Capacity', value: storage.capacity },
        ...total.changes.map(({ days, change }) => ({
          name: `Change in ${days} ${days === 1 ? 'day' : 'days'}`,
          date: total.rdate,
          value: change,
        })),
        { name: 'A year before', value: total.last_year },
        { name: 'Median of the date', value: total.median },
        {
          name: 'Rank from the lowest',
          date: total.rdate,
          value: total.low_rank,
          unit: `of ${total.years} years`,
        },
        { name: 'Provisional share', date: total.rdate, value: total.provisional, unit: '' },
      ]
    : [{ name: 'Total', date: storage.newest, value: null }];
  return [
    ...toRows(system, figures),
    ...storage.members.flatMap((member) =>
      toRows(subjectOf('Storage', member), [
        latestFigure(member),
        { name: 'Capacity', value: member.capacity },
        { name: 'A year before', value: member.last_year },
        { name: 'Median of the date', value: member.median },
      ]),
    ),
  ];
}

function flowRows(section: string, flow: BriefFlow): readonly (readonly CsvCell[])[] {
  return toRows(subjectOf(section, flow), [
    { ...latestFigure(flow), class: flow.class },
    { name: 'Change in 1 day', date: flow.rdate, value: flow.change },
    { name: '7-day mean', date: flow.rdate, value: flow.mean_7 },
    { name: 'Median of the date', value: flow.median },
    { name: 'Percent of median', date: flow.rdate, value: flow.percent_of_median, unit: '%' },
  ]);
}

function snowRows({ snow }: Brief): readonly (readonly CsvCell[])[] {
  return snow.flatMap((group) =>
    toRows(
      {
        section: 'Snow',
        site: group.label,
        parameter: 'Snow Water Equivalent',
        unit: 'in',
        isDemonstration: group.is_demonstration,
      },
      [
        { name: 'Value', date: group.rdate, value: group.value },
        { name: 'Median of the date', value: group.median },
        { name: 'Median peak', value: group.median_peak },
        { name: 'Percent of median', date: group.rdate, value: group.percent_of_median, unit: '%' },
        { name: 'Percent of median peak', date: group.rdate, value: group.percent_of_peak, unit: '%' },
        { name: 'Sites with both', date: group.rdate, value: group.count, unit: `of ${group.sites} sites` },
        { name: 'Provisional share', date: group.rdate, value: group.provisional, unit: '' },
      ],
    ),
  );
}

function latestFigure({
  rdate,
  value,
  approval,
}: Pick<BriefReservoir, 'rdate' | 'value' | 'approval'>): Figure {
  return { name: 'Value', date: rdate, value, approval };
}

type RecordFields = Pick<
  BriefReservoir,
  'loc_name' | 'loc_id' | 'parameter_name' | 'units_name' | 'is_demonstration'
>;

function subjectOf(section: string, record: RecordFields): Subject {
  return {
    section,
    site: record.loc_name,
    id: record.loc_id,
    parameter: record.parameter_name,
    unit: record.units_name,
    isDemonstration: record.is_demonstration,
  };
}

const approvalNames = { A: 'Approved', P: 'Provisional' } as const;

function toRows(subject: Subject, figures: readonly Figure[]): readonly (readonly CsvCell[])[] {
  const { section, site, id = '', parameter = '', unit, isDemonstration = false } = subject;
  return figures.map((figure) => [
    section,
    site,
    id,
    parameter,
    figure.name,
    figure.date ?? '',
    figure.value,
    figure.unit ?? unit,
    figure.approval ? approvalNames[figure.approval] : '',
    figure.class ?? '',
    originLabel(isDemonstration),
  ]);
}
