import { CarryOver } from '#features/carry-over/contract.ts';
import { computeCarryOver } from '#features/carry-over/rules/carry-over.ts';
import { describeCarryOverReason } from '#features/carry-over/rules/carry-over-result.ts';
import { addDays } from '#lib/calendar.ts';

/** Deterministic, between −1 and 1. */
const wave = (at: number, period: number) => Math.sin((at * 2 * Math.PI) / period + period);

const capacity_af = 4_000_000;
const issued = '2026-11-01';
const on = '2027-04-01';
const days = Array.from({ length: 152 }, (_, at) => addDays(issued, at));
const storage = 1_500_000;

/** Winters that come nearer to the middle, and that carry over what they store. */
const winters = Array.from({ length: 40 }, (_, at) => {
  const start = storage + 700_000 * wave(at, 7.3);
  const end = 1_200_000 + 0.9 * start + 300_000 * wave(at, 3.1);
  const path_af = days.slice(1).map((_day, day) => start + ((end - start) * (day + 1)) / 151);
  return { year: 1987 + at, storage_af: start, flow_af: 300_000 + 40_000 * wave(at, 4.9), path_af };
});

const result = computeCarryOver({ winters, capacity_af, storage_af: storage, flow_af: 310_000 });
const site = { loc_ndx: 3, loc_id: 'JCK', loc_name: 'Jackson Lake' };

/** A carry-over of November 1, 2026, with everything in it; the values of `overrides` replace its own. */
export function createCarryOverExample(overrides: Partial<CarryOver> = {}): CarryOver {
  const { forecast, reasons, ...figures } = result;
  if (!forecast) throw new Error('The example has a carry-over.');
  return CarryOver.parse({
    id: 'system',
    label: 'The seven reservoirs',
    members: [{ ...site, capacity_af, storage_af: storage, delivered_by: 'USBR HydroMet' }],
    issued,
    first_issue: '2002-08-01',
    last_issue: '2026-11-21',
    on,
    capacity_af,
    storage: {
      rdate: '2026-10-31',
      value: storage,
      changes: [{ days: 7, change: 48_000 }],
      provisional: 1,
      class: 'below normal',
      percentile: 16,
      of: null,
      rank: { rank: 35, low_rank: 5, years: 40 },
      year_before: { rdate: '2025-10-31', value: 1_400_000, percentile: 12 },
    },
    flow: {
      ...site,
      loc_name: 'Snake River near Heise',
      delivered_by: 'USBR HydroMet',
      from: '2026-10-01',
      to: '2026-10-31',
      volume_af: 310_000,
    },
    forecast: {
      ...forecast,
      fan: { ...forecast.fan, days: forecast.fan.days.map((after) => addDays(issued, after)) },
    },
    ...figures,
    paths: {
      days,
      winters: winters.map((each) => ({ year: each.year, values: [each.storage_af, ...each.path_af] })),
    },
    observed: { days: ['2026-10-30', '2026-10-31'], values: [1_490_000, storage] },
    outcome_af: null,
    reasons: reasons.map(describeCarryOverReason),
    ...overrides,
  } satisfies CarryOver);
}

/** The same where past winters say nothing of April 1. */
export function createWithheldCarryOver(): CarryOver {
  const reason = { code: 'no-skill', skill: 0.02, low: -0.1 } as const;
  return createCarryOverExample({ forecast: null, reasons: [describeCarryOverReason(reason)] });
}
