import type { FindingAnswer } from '#contract/finding.ts';
import type { BriefReach } from '#contract/group-findings.ts';
import { describeFinding } from '#domain/finding/finding.ts';
import { describeReach, describeShare, describeSnow, describeStorage } from '#domain/finding/group-text.ts';
import { type CsvCell, type CsvColumn, toCsvFile, toCsvTable } from '#lib/csv.ts';
import { tidyNumber } from '#lib/format-number.ts';
import type { Brief } from '../contract.ts';
import { describeDay } from '../rules/sentence.ts';
import { describeDoubt, describeMove } from '../rules/text.ts';
import { provisionalShare, sourceOfBrief } from './brief-share.ts';

export type BriefCsvNotes = {
  readonly basin: string;
  /** The day of the reader, `YYYY-MM-DD`. */
  readonly today: string;
  readonly address: string;
  /** As `formatExportedAt` writes it. */
  readonly exportedAt: string;
  readonly timeZone: string;
};

/** What the cells of a row have in common with those of other figures of the same record. */
type Subject = {
  readonly section: string;
  readonly site: string;
  readonly id?: string;
  readonly parameter?: string;
  readonly unit: string;
  readonly source: string;
};
type Figure = {
  readonly name: string;
  readonly date?: string | null | undefined;
  readonly value: number | null;
  readonly unit?: string;
  readonly approval?: 'A' | 'P' | null;
  /** In words: `below normal, 12th percentile of 30 years`. */
  readonly standing?: string | undefined;
};

/** Exports every figure of a brief as a row, unrounded. A figure without a value has an empty cell. */
export function toBriefCsv(brief: Brief, notes: BriefCsvNotes): string {
  const comment = [
    `Brief of ${brief.on}, ${notes.basin}`,
    describeDay(brief, notes.today),
    `Address: ${notes.address}`,
    `Source: ${sourceOfBrief(brief)}`,
    describeShare(provisionalShare(brief)) ?? 'All values are approved.',
    `Days are calendar days in ${notes.timeZone}.`,
    notes.exportedAt,
  ];
  return toCsvFile(comment, toBriefTable(brief));
}

/** The figures of a brief, after the header. */
export function toBriefTable(brief: Brief): readonly (readonly CsvCell[])[] {
  return [columns.map(([header]) => header), ...toBriefRows(brief)];
}

/** The figures of a brief, a row each, in the order of the page. */
export function toBriefRows(brief: Brief): readonly (readonly CsvCell[])[] {
  const { on, rivers, springs, reaches, wells, moved, doubts } = brief;
  const findingRows = (section: string, finding: FindingAnswer) =>
    toRows(subjectOf(section, finding), figuresOf(finding, on));
  return [
    ...storageRows(brief),
    ...rivers.flatMap(({ actual, natural }) => [
      ...findingRows('Rivers', actual),
      ...(natural ? findingRows('Rivers (natural flow)', natural) : []),
    ]),
    ...springs.flatMap((spring) => findingRows('Springs', spring)),
    ...reaches.flatMap((reach) => {
      const { rdate, mean_7, approval } = reach;
      const { standing } = describeReach(reach, on);
      return toRows(subjectOf('Gains of reaches', reach), [
        { name: '7-day mean', date: rdate, value: mean_7, approval, standing },
        ...placeFigures(reach, 'the same days'),
      ]);
    }),
    ...wells.flatMap((well) => findingRows('Wells', well)),
    ...snowRows(brief),
    ...moved.flatMap((move) => {
      const { rdate, value, approval, change, smaller_years, years } = move;
      const standing = describeMove(move).place;
      return toRows(subjectOf('What moved this week', move), [
        { name: 'Value', date: rdate, value, approval },
        { name: 'Change in 7 days', date: rdate, value: change, standing },
        {
          name: `Years with a smaller ${change < 0 ? 'fall' : 'rise'}`,
          value: smaller_years,
          unit: `of ${years} years`,
        },
      ]);
    }),
    ...doubts.flatMap((doubt) =>
      toRows(subjectOf('Late or flagged', doubt), [
        {
          name: 'Days since the last value',
          date: doubt.rdate,
          value: doubt.days,
          unit: 'days',
          standing: describeDoubt(doubt),
        },
        { name: 'Flagged values of 7 days', value: doubt.flagged, unit: 'values' },
      ]),
    ),
  ];
}

/** The figures of a record: its last value and where it stands; one that has ended stands nowhere. */
function figuresOf(finding: FindingAnswer, on: string): readonly Figure[] {
  const { rdate, value, approval, week_before, of } = finding;
  const { state, standing, yearChange } = describeFinding(finding, { today: on });
  if (state === 'ended') return [{ name: 'Value', date: rdate, value, approval, standing }];
  return [
    { name: 'Value', date: rdate, value, approval, standing: of ? standing : (yearChange ?? standing) },
    {
      name: 'Change in 7 days',
      date: rdate,
      value: value === null || week_before === null ? null : tidyNumber(value - week_before),
    },
    ...placeFigures(finding, of?.period === 'month' ? 'the month' : 'the date'),
    { name: 'Percent of median', date: rdate, value: of?.percent ?? null, unit: '%' },
  ];
}

/** Where a value stands among other years. */
function placeFigures(
  { percentile, of, rank, year_before }: Pick<FindingAnswer, 'percentile' | 'of' | 'rank' | 'year_before'>,
  date: string,
): readonly Figure[] {
  return [
    { name: 'Percentile', value: percentile, unit: of ? `of ${of.count} years` : '' },
    { name: `Median of ${date}`, value: of?.median ?? null },
    {
      name: 'Rank from the lowest',
      value: rank?.low_rank ?? null,
      unit: rank ? `of ${rank.years} years` : '',
    },
    { name: 'A year before', date: year_before?.rdate, value: year_before?.value ?? null },
  ];
}

function storageRows({ storage, on }: Brief): readonly (readonly CsvCell[])[] {
  if (!storage) return [];
  const { total, parameter_name: parameter, units_name: unit } = storage;
  const { standing } = describeStorage(storage);
  const system: Subject = {
    section: 'Storage',
    site: storage.label,
    parameter,
    unit,
    source: [...new Set(storage.members.map(({ delivered_by }) => delivered_by))].toSorted().join(', '),
  };
  const figures: readonly Figure[] = total
    ? [
        { name: 'Total', date: total.rdate, value: total.value, standing },
        { name: 'Capacity', value: storage.capacity },
        ...total.changes.map(({ days, change }) => ({
          name: `Change in ${days} ${days === 1 ? 'day' : 'days'}`,
          date: total.rdate,
          value: change,
        })),
        ...placeFigures(total, 'the date'),
        { name: 'Provisional share', date: total.rdate, value: total.provisional, unit: '' },
      ]
    : [{ name: 'Total', date: storage.newest, value: null, standing }];
  return [
    ...toRows(system, figures),
    ...storage.members.flatMap((member) =>
      toRows(subjectOf('Storage', member), [
        ...figuresOf(member, on),
        { name: 'Capacity', value: member.capacity },
      ]),
    ),
  ];
}

function snowRows({ snow }: Brief): readonly (readonly CsvCell[])[] {
  return snow.flatMap((group) =>
    toRows(
      {
        section: 'Snow',
        site: group.label,
        parameter: 'Snow Water Equivalent',
        unit: 'in',
        source: group.delivered_by.join(', '),
      },
      [
        { name: 'Value', date: group.rdate, value: group.value, standing: describeSnow(group).standing },
        { name: 'Sum of the medians of the date', value: group.median },
        { name: 'Percent of median', date: group.rdate, value: group.percent_of_median, unit: '%' },
        { name: 'Sum of the median peaks', value: group.median_peak },
        { name: 'Percent of median peak', date: group.rdate, value: group.percent_of_peak, unit: '%' },
        ...placeFigures(group, 'the sums of the date'),
        { name: 'Sites with both', date: group.rdate, value: group.count, unit: `of ${group.sites} sites` },
        { name: 'Provisional share', date: group.rdate, value: group.provisional, unit: '' },
      ],
    ),
  );
}

type RecordFields = Pick<
  BriefReach,
  'loc_name' | 'loc_id' | 'parameter_name' | 'units_name' | 'delivered_by'
>;

function subjectOf(section: string, record: RecordFields): Subject {
  return {
    section,
    site: record.loc_name,
    id: record.loc_id,
    parameter: record.parameter_name,
    unit: record.units_name,
    source: record.delivered_by,
  };
}

const approvalNames = { A: 'Approved', P: 'Provisional' } as const;

/** The columns, from what the figures of a record have in common and one of them. */
const columns: readonly CsvColumn<{ readonly subject: Subject; readonly figure: Figure }>[] = [
  ['Section', ({ subject }) => subject.section],
  ['Site', ({ subject }) => subject.site],
  ['Site ID', ({ subject: { id = '' } }) => id],
  ['Parameter', ({ subject: { parameter = '' } }) => parameter],
  ['Figure', ({ figure }) => figure.name],
  ['Date', ({ figure }) => figure.date ?? ''],
  ['Value', ({ figure }) => figure.value],
  ['Unit', ({ subject, figure }) => figure.unit ?? subject.unit],
  ['Approval', ({ figure }) => (figure.approval ? approvalNames[figure.approval] : '')],
  ['Standing', ({ figure }) => figure.standing ?? ''],
  ['Source', ({ subject }) => subject.source],
];

function toRows(subject: Subject, figures: readonly Figure[]): readonly (readonly CsvCell[])[] {
  return toCsvTable(
    figures.map((figure) => ({ subject, figure })),
    columns,
  ).rows;
}
