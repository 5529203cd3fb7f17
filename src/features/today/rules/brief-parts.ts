import type { FindingAnswer } from '#contract/finding.ts';
import { type BarMarks, describeFinding, type FindingText } from '#domain/finding/finding.ts';
import { describeReach, describeSnow, describeStorage } from '#domain/finding/group-text.ts';
import { pathOfSite, reachGainsPathOfSite } from '#domain/page-paths.ts';
import { describeQuantity } from '#domain/quantity.ts';
import type { StandingTone } from '#domain/statistics/percentile-class.ts';
import { type TeacupLevels, teacupLevels } from '#domain/teacup.ts';
import { formatUsDate } from '#lib/calendar.ts';
import { formatPercent } from '#lib/format-number.ts';
import type { Brief } from '../contract.ts';
import { describeDay } from './sentence.ts';
import { describeDoubt, describeLateSites, describeMove } from './text.ts';

/** A bar: its marks, none of them while they load, and what a screen reader says. */
export type BarPart = { readonly marks: BarMarks | undefined; readonly label: string | undefined };

/** What the page shows of a day, in words and marks. A shell that is built beforehand has the same parts without values. */
export type BriefParts = {
  readonly sentence: string;
  readonly figures: readonly FigurePart[];
  readonly cups: readonly CupPart[];
  readonly remark: string | undefined;
  readonly groups: readonly { readonly heading: string; readonly rows: readonly RowPart[] }[];
  readonly wells: readonly RowPart[];
  readonly snow: readonly RowPart[];
  /** Undefined while they load. */
  readonly moved: readonly MovePart[] | undefined;
  readonly late: LatePart | undefined;
};

/** One of the three figures at the head. */
export type FigurePart = {
  readonly name: string;
  /** `1.58`, then `MAF · 39 % full` */
  readonly value: string;
  readonly unit: string;
  readonly bar: BarPart | undefined;
  readonly class: string;
  /** What follows the class: `12th percentile of 30 years`. */
  readonly place: string;
  readonly tone: StandingTone | undefined;
  readonly note: string;
};

export type CupPart = {
  /** Undefined before there are values. */
  readonly site: number | undefined;
  readonly name: string;
  readonly href: string | undefined;
  /** `57 %`, or what it holds. */
  readonly lead: string;
  readonly amount: string;
  readonly age: string | undefined;
  /** Undefined without a capacity. */
  readonly levels: TeacupLevels | undefined;
  readonly label: string | undefined;
};

export type RowPart = {
  readonly name: string;
  readonly href: string | undefined;
  /** Belongs to the row above it. */
  readonly isPartOf?: boolean;
  readonly value: string;
  readonly change?: string | undefined;
  readonly bar: BarPart | undefined;
  readonly class: { readonly text: string; readonly tone: StandingTone } | undefined;
  /** In place of a class. */
  readonly text?: string | undefined;
  readonly age?: string | undefined;
  readonly mark?: string | undefined;
  /** The latest reading of the last hours, and how old it is where it is stale. */
  readonly reading?: { readonly text: string; readonly age: string | undefined } | undefined;
  /** The last four weeks. */
  readonly line?: { readonly xs: readonly number[]; readonly ys: readonly number[] } | undefined;
};

export type MovePart = {
  readonly name: string;
  readonly href: string;
  readonly change: string;
  readonly place: string | undefined;
};

export type LatePart = {
  readonly doubts: readonly { readonly name: string; readonly href: string; readonly text: string }[];
  readonly others: number;
  readonly sites: string;
};

export const snowPath = '/data-analysis-tools/snotel-swe-data';
const maxDoubts = 4;

export type BriefReader = {
  /** The time of the reader, of the brief of today. */
  readonly now?: Date | undefined;
  /** The ids of the reservoirs above the index river, which may explain its flow. */
  readonly reservoirsAbove?: readonly string[];
};

/** The words and marks of a day, for the page and for the letter. */
export function partsOf(
  brief: Brief,
  today: string,
  { now, reservoirsAbove = [] }: BriefReader = {},
): BriefParts {
  const { on, storage, snow, rivers, springs, reaches, wells, moved, doubts, late_sites } = brief;
  const rowOf = (finding: FindingAnswer): RowPart => ({
    ...describedRow(describeFinding(finding, { today: on, now })),
    name: finding.loc_name,
    href: pathOfSite(finding.loc_ndx),
    line: finding.recent.days.length < 2 ? undefined : { xs: finding.recent.days, ys: finding.recent.values },
  });
  const described = storage && describeStorage(storage);
  const [first] = snow;
  return {
    sentence: describeDay(
      brief,
      today,
      storage?.members.filter(({ loc_id }) => reservoirsAbove.includes(loc_id)),
    ),
    figures: [
      ...(storage && described ? [storageFigure(storage, described)] : []),
      ...(first ? [isPastSnow(first, rivers[0]) ? naturalFigure(rivers[0], on) : snowFigure(first)] : []),
      ...rivers.slice(0, 1).map((river) => riverFigure(river, on)),
    ],
    cups: cupsOf(storage, on),
    remark: described?.remark,
    groups: [
      {
        heading: 'Rivers',
        rows: rivers.flatMap(({ actual, natural }) => [
          rowOf(actual),
          ...(natural ? [{ ...rowOf(natural), name: 'natural flow', isPartOf: true }] : []),
        ]),
      },
      {
        heading: 'Reach gains, 7-day mean',
        rows: reaches.map((reach): RowPart => {
          const { value, age, class: name, standing, bar } = describeReach(reach, on);
          return {
            name: reach.loc_name,
            href: reachGainsPathOfSite(reach.loc_ndx),
            value,
            bar: bar && { marks: bar, label: standing },
            class: name,
            text: standing,
            age,
          };
        }),
      },
      { heading: 'Springs', rows: springs.map(rowOf) },
    ].filter(({ rows }) => rows.length > 0),
    // A well hardly moves within hours.
    wells: wells.map((well) => ({ ...rowOf(well), change: undefined, line: undefined, reading: undefined })),
    snow: snow.map((group): RowPart => {
      const { percent, standing, bar, missing } = describeSnow(group);
      return {
        name: group.label,
        href: snowPath,
        value: percent ?? '',
        bar: bar && { marks: bar, label: standing },
        class: undefined,
        text: bar === undefined ? standing : missing,
      };
    }),
    moved: moved.map((move) => {
      const { name, change, place } = describeMove(move);
      return { name, change: change.replace(inAWeek, ''), place, href: pathOfSite(move.loc_ndx) };
    }),
    late: {
      doubts: doubts.slice(0, maxDoubts).map((doubt) => ({
        name: `${doubt.loc_name}, ${doubt.parameter_name.toLowerCase()}`,
        href: pathOfSite(doubt.loc_ndx),
        text: describeDoubt(doubt),
      })),
      others: Math.max(0, doubts.length - maxDoubts),
      sites: describeLateSites(late_sites),
    },
  };
}

/** The heading says it. */
const inAWeek = / in 7 days$/;

/** What a row says of a finding: only the class, or why there is none. */
function describedRow({
  value,
  weekChange,
  bar,
  sentence,
  class: name,
  standing,
  yearChange,
  age,
  state,
  reading,
}: FindingText) {
  return {
    value,
    // In the unit of the value.
    change: weekChange?.replace(inAWeek, '').replace(/ \S+$/, ''),
    bar: bar && { marks: bar, label: sentence },
    class: name && { ...name, text: name.text.replace(/ for the date$/, '') },
    text: state === 'ended' ? standing : (yearChange ?? standing),
    age,
    reading: reading && { text: `${reading.value} ${reading.claim}`, age: reading.age },
  };
}

/** `1.58` and `MAF` of `1.58 MAF`. */
function splitUnit(text: string): readonly [value: string, unit: string] {
  const at = text.lastIndexOf(' ');
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

/** The class, and what follows it: a phone has place for the class only. */
function splitStanding(name: string | undefined, standing: string) {
  return name === undefined
    ? { class: standing, place: '' }
    : { class: name, place: standing.slice(name.length) };
}

function storageFigure(
  { label }: NonNullable<Brief['storage']>,
  { value, fullness, standing, bar, class: name, comparison, changes }: ReturnType<typeof describeStorage>,
): FigurePart {
  const [number, unit] = bar || fullness ? splitUnit(value) : [value, ''];
  return {
    name: 'Storage',
    value: number,
    unit: [unit, fullness].filter(Boolean).join(' · '),
    bar: bar && { marks: bar, label: `${label}: ${standing}` },
    ...splitStanding(name?.text, standing),
    tone: name?.tone,
    note: [comparison, changes[1]].filter(Boolean).join(' · '),
  };
}

function snowFigure(snow: Brief['snow'][number]): FigurePart {
  const { percent, standing, bar, class: name, sites, yearBefore } = describeSnow(snow);
  return {
    name: `Snow, ${snow.label}`,
    value: percent?.replace(' %', '') ?? '–',
    unit: percent === undefined ? '' : '% of median',
    bar: bar && { marks: bar, label: `Snow, ${snow.label}: ${standing}` },
    ...splitStanding(name?.text, standing),
    tone: name?.tone,
    note: [sites, yearBefore].filter(Boolean).join(' · '),
  };
}

/** In summer there is no snow to compare: the flow without reservoirs and canals says more. */
function isPastSnow(
  { is_withheld, rdate, count, percent_of_median }: Brief['snow'][number],
  river: Brief['rivers'][number] | undefined,
): river is NaturalRiver {
  const hasSnow = is_withheld || rdate === null || count === 0 || percent_of_median !== null;
  return !hasSnow && river?.natural?.value != null;
}

type NaturalRiver = Brief['rivers'][number] & { readonly natural: FindingAnswer };

function naturalFigure({ actual, natural }: NaturalRiver, on: string): FigurePart {
  const described = describeFinding(natural, { today: on });
  const [value, unit] = splitUnit(described.value);
  const name = `Natural flow, ${actual.loc_name}`;
  return {
    name,
    value,
    unit,
    bar: described.bar && { marks: described.bar, label: `${name}: ${described.sentence}` },
    ...splitStanding(described.class?.text, [described.standing, described.age].filter(Boolean).join(', ')),
    tone: described.class?.tone,
    note: described.comparison ?? '',
  };
}

function riverFigure({ actual, natural }: Brief['rivers'][number], on: string): FigurePart {
  const described = describeFinding(actual, { today: on });
  const [value, unit] = actual.value === null ? [described.value, ''] : splitUnit(described.value);
  const other = natural && describeFinding(natural, { today: on });
  return {
    name: actual.loc_name,
    value,
    unit,
    bar: described.bar && { marks: described.bar, label: `${actual.loc_name}: ${described.sentence}` },
    ...splitStanding(described.class?.text, [described.standing, described.age].filter(Boolean).join(', ')),
    tone: described.class?.tone,
    note: other
      ? `natural flow ${[other.value, other.class?.text].filter(Boolean).join(', ')}`
      : (described.comparison ?? ''),
  };
}

function cupsOf(storage: Brief['storage'], on: string): readonly CupPart[] {
  const members = storage?.members ?? [];
  const largest = Math.max(0, ...members.map(({ capacity }) => capacity ?? 0));
  return members.map((member) => {
    const { loc_name, value, capacity, units_name: unit, rdate } = member;
    const { sentence, age, state } = describeFinding(member, { today: on });
    const amount = value === null ? 'no value' : describeQuantity(value, unit);
    const share = value === null || !capacity ? undefined : formatPercent((100 * value) / capacity);
    const isOlder = rdate !== null && storage?.newest != null && rdate < storage.newest;
    return {
      site: member.loc_ndx,
      name: loc_name,
      href: pathOfSite(member.loc_ndx),
      lead: share ?? amount,
      amount: share === undefined ? '' : amount,
      age: age ?? (isOlder && state === 'current' ? `on ${formatUsDate(rdate)}` : undefined),
      levels: teacupLevels(member, largest),
      label: `${loc_name}: ${sentence}`,
    };
  });
}
