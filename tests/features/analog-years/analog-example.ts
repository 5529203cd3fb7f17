import type { AnalogYears } from '#features/analog-years/contract.ts';

/** The analog years of April 1, 2026, by storage and one group of snow. */
export const analogExample: AnalogYears = {
  on: '2026-04-01',
  first: '1980-10-01',
  newest: '2026-11-21',
  year: 2026,
  weights: { storage: 1, snow: 2, flow: 1, gains: 0 },
  measures: [
    measure('storage', 'Storage in both lakes', 'AF', { value: 2_520_000, deviation: 400_000 }),
    measure('snow', 'Snow, Upper', '%', { value: 65, deviation: 25, as_of: '2026-03-30' }),
    measure('flow', 'Natural flow, Heise', 'AF', {
      value: null,
      gap: 'value',
      as_of: null,
      withheld: ['Heise'],
    }),
    measure('gains', 'Gain of 2 reaches', 'AF', { value: 800_000, gap: 'weight' }),
  ],
  complete: Array.from({ length: 40 }, (_, at) => 1986 + at),
  nearest: [past(2021, 2_500_000, 66), past(1994, 2_450_000, 95), past(2003, 2_100_000, 40)],
  outcomes: [
    outcome('volume', '2026-04-02', '2026-07-31', { skill: 0.53, skill_low: 0.4 }),
    outcome('peak', '2026-04-02', '2026-09-30', { skill: 0.03, skill_low: -0.1 }),
    outcome('carry_over', '2026-09-30', '2026-09-30', { skill: -0.2, skill_low: -0.4 }),
    { ...outcome('gain', '2026-04-02', '2026-09-30', { skill: 0, skill_low: 0 }), hindcast: null },
  ],
  storage: { first: '2026-03-30', values: [2_500_000, null, 2_520_000] },
  delivered_by: ['NRCS Snotel', 'USBR HydroMet'],
};

function measure(
  kind: AnalogYears['measures'][number]['kind'],
  label: string,
  unit: 'AF' | '%',
  rest: Partial<AnalogYears['measures'][number]>,
): AnalogYears['measures'][number] {
  return {
    kind,
    label,
    unit,
    withheld: [],
    as_of: '2026-04-01',
    value: null,
    gap: null,
    years: 40,
    mean: null,
    deviation: null,
    ...rest,
  };
}

function past(year: number, storage: number, snow: number): AnalogYears['nearest'][number] {
  return {
    year,
    on: `${year}-04-01`,
    distance: 0.5,
    values: [storage, snow, null, null],
    followed: { volume: 2_200_000, peak: 2_600_000, carry_over: null, gain: 700_000 },
    storage: { first: `${year}-04-01`, values: [storage, storage + 10_000] },
  };
}

function outcome(
  name: AnalogYears['outcomes'][number]['outcome'],
  from: string,
  to: string,
  skill: { skill: number; skill_low: number },
): AnalogYears['outcomes'][number] {
  return {
    outcome: name,
    from,
    to,
    median: 2_200_000,
    climatology: 3_100_000,
    hindcast: { years: 40, error: 363_000, climatology_error: 792_000, ...skill },
  };
}
