import type { FillOption, OutlookOptions } from '#config/forecast.ts';
import { addressCodec, Refusal } from '#lib/address-codec.ts';
import { todayInBasin } from '#lib/basin-clock.ts';
import { formatUsDate, parseDay } from '#lib/calendar.ts';
import {
  isAfterSeason,
  issuedField,
  optionField,
  quoted,
  refuseIssueDay,
} from '#season/issue-day/issue-day.ts';
import type { PageSettings } from '#season/years/year-comparison.ts';
import { createTool } from '#stores/create-tool.ts';
import { type CarryOver, readCarryOver } from '../../carry-over/index.ts';
import { type Fill, readFill } from '../contract.ts';

/** What it takes to fill; after the season of the outlook, what is carried over to the next. */
type FillOfDay = Fill | CarryOver;

export function isFill(answer: FillOfDay): answer is Fill {
  return 'point' in answer;
}

/** The state of what it takes to fill: which reservoirs, to what share, from when to when. */
export function createFill({ request, address, now, options }: PageSettings & { options: OutlookOptions }) {
  const today = todayInBasin(now());
  const seasonOf = (option: FillOption | undefined) =>
    options.points.find(({ id }) => id === option?.point)?.to ?? '12-31';
  const hasCarryOver = ({ reservoir, issued }: Pick<FillChoice, 'reservoir' | 'issued'>) =>
    isAfterSeason(issued ?? today, seasonOf(options.fill.find(({ id }) => id === reservoir)));
  const { change, ...tool } = createTool<FillOfDay, FillChoice>({
    address,
    codec: fillCodec(options.fill, { today, seasonOf }),
    load(choice, signal) {
      const { reservoir, issued, by, target } = choice;
      const params = { id: reservoir };
      return hasCarryOver(choice)
        ? request(readCarryOver, { params, query: { issued } }, { signal })
        : request(readFill, { params, query: { issued, by, target: String(target) } }, { signal });
    },
    atOnce: {
      isOpen: (choice) => choice.issued === undefined || (choice.by === undefined && !hasCarryOver(choice)),
      resolve: ({ reservoir, target }, data) => ({
        reservoir,
        target,
        issued: data.issued,
        by: isFill(data) ? data.by : undefined,
      }),
    },
  });

  return {
    ...tool,
    today,
    options: options.fill,
    seasonOf,
    hasCarryOver,
    setReservoir: (reservoir: string) => change({ reservoir }),
    /** Undefined: the latest. */
    setIssued: (issued: string | undefined) => change(withIssueDay(tool.$selection.get(), issued)),
    setBy: (by: string) => change({ by }),
    setTarget: (target: number) => change({ target }),
  };
}

/** Reservoirs, the issue day, the day to reach the target by, and the target, 0 to 1; undefined is what the portal chooses. */
type FillChoice = {
  readonly reservoir: string;
  readonly issued: string | undefined;
  readonly by: string | undefined;
  readonly target: number;
};

const defaultTarget = 0.97;
const noFillDay =
  'A day to fill by can be chosen from January on: until then this is what is carried over to Apr 1.';
/** The storage of a water year ends with September. */
const lastBy = '09-30';
/** `0.97`, with up to four decimals, as the API has it. */
const sharePattern = /^(0\.\d{1,4}|1(\.0{1,4})?)$/;
const minTarget = 0.01;

/** Why a text is no day to reach the target by, as a sentence; `issued` is the issue day, or today. */
export function refuseBy(text: string, issued: string): string | undefined {
  if (parseDay(text) === undefined) return `There is no day ${quoted(text)}. Write one as 2026-07-31.`;
  if (text <= issued) return `${formatUsDate(text)} is not after the issue day, ${formatUsDate(issued)}.`;
  const last = `${issued.slice(0, 4)}-${lastBy}`;
  return text > last
    ? `${formatUsDate(text)} is after ${formatUsDate(last)}, the end of the water year.`
    : undefined;
}

/** Reads a share such as `0.97`. Undefined for other text, and below one percent. */
export function parseTarget(text: string): number | undefined {
  const target = sharePattern.test(text) ? Number(text) : Number.NaN;
  return target >= minTarget ? target : undefined;
}

type FillLimits = {
  readonly today: string;
  /** The last day that a group can be issued, `MM-DD`. */
  readonly seasonOf: (option: FillOption | undefined) => string;
};

/** The address `reservoir=system&by=2026-07-31&target=0.97&issued=2026-04-01`. */
export function fillCodec(options: readonly FillOption[], { today, seasonOf }: FillLimits) {
  const optionOf = (id: string | null) => options.find((each) => each.id === id) ?? options[0];
  const limitsOf = (query: URLSearchParams) => ({
    to: seasonOf(optionOf(query.get('reservoir'))),
    hasCarryOver: true,
    today,
  });
  return addressCodec<FillChoice>({
    reservoir: optionField('reservoir', options, 'There are no reservoirs'),
    by: {
      key: 'by',
      initial: undefined,
      parse(by, query) {
        const day = query.get('issued');
        const limits = limitsOf(query);
        const issued = day !== null && refuseIssueDay(day, limits) === undefined ? day : today;
        if (isAfterSeason(issued, limits.to)) return new Refusal(noFillDay);
        const refusal = refuseBy(by, issued);
        return refusal === undefined ? by : new Refusal(`${refusal} The end of the period is used.`);
      },
      format: (by) => by,
    },
    target: {
      key: 'target',
      initial: defaultTarget,
      parse: (share) =>
        parseTarget(share) ??
        new Refusal(
          `${quoted(share)} is no share of the capacity. Write one from 0.01 to 1, such as 0.97. 0.97 is used.`,
        ),
      format: String,
    },
    issued: issuedField(limitsOf, 'The latest issue day is shown.'),
  });
}

/** A choice with another issue day: the day to reach the target by moves to its year, and is dropped where it is not after it. */
export function withIssueDay(choice: FillChoice, issued: string | undefined): FillChoice {
  const by = issued && choice.by && `${issued.slice(0, 4)}${choice.by.slice(4)}`;
  return { ...choice, issued, by: by && issued && refuseBy(by, issued) === undefined ? by : undefined };
}
