/** The yearly pattern of a stream. */
export type Pattern = {
  /** Relative flow of October to September. */
  months: readonly number[];
  /** The power of the year's wetness that flow follows in March to July. */
  wetSpring: number;
  /** The same for the other months. */
  wetRest: number;
  /** Gates set the flow in steps. */
  steps: boolean;
  /** Variation from day to day. */
  noise: number;
  /** Share of the mean that a storm adds. */
  storms: number;
  /** Drift over weeks. */
  slow: number;
  /** Share of the mean that seeps away, which leaves the bed dry in dry years. */
  loss: number;
};

const natural = {
  wetSpring: 1.15,
  wetRest: 0.45,
  steps: false,
  noise: 0.05,
  storms: 0.06,
  slow: 0.05,
  loss: 0,
};
const gated = { wetSpring: 0.8, wetRest: 0.55, steps: true, noise: 0.02, storms: 0, slow: 0, loss: 0 };
const steady = {
  wetSpring: 0.12,
  wetRest: 0.12,
  steps: false,
  noise: 0.006,
  storms: 0,
  slow: 0.012,
  loss: 0,
};

const snow = [0.36, 0.33, 0.3, 0.28, 0.28, 0.34, 0.85, 2.7, 3.5, 1.45, 0.6, 0.42];
const early = [0.4, 0.45, 0.5, 0.55, 0.8, 1.7, 2.8, 2.4, 1.1, 0.5, 0.35, 0.35];

export const regimes = {
  snow: { ...natural, months: snow },
  unregulated: {
    ...natural,
    months: [3.9, 3.5, 3.1, 3, 2.9, 3.4, 6.6, 16.6, 19.3, 9.3, 4.8, 4],
    wetSpring: 1.25,
    storms: 0.02,
  },
  unregulatedSprings: {
    ...natural,
    months: [5.3, 5.2, 5, 4.9, 4.7, 4.9, 7, 11.4, 9, 6.2, 5.7, 5.4],
    storms: 0.02,
  },
  unregulatedLake: {
    ...natural,
    months: [3.6, 3.9, 4, 3.8, 3.8, 4.5, 7.4, 10, 11, 4, 1.4, 2.2],
    storms: 0.02,
  },
  early: { ...natural, months: early, wetSpring: 1.6, storms: 0.12 },
  headwaters: { ...natural, months: [0.5, 0.4, 0.34, 0.32, 0.31, 0.36, 0.75, 2.1, 3, 1.9, 1.15, 0.85] },
  jackson: { ...gated, months: [0.45, 0.25, 0.22, 0.22, 0.22, 0.25, 0.55, 1.5, 2.2, 2.4, 2.1, 1.5] },
  heise: { ...gated, months: [4, 2.2, 1.55, 1.55, 1.55, 1.9, 6.5, 13.5, 14, 12.5, 10.5, 8.5] },
  lorenzo: { ...gated, months: [3.2, 2, 1.4, 1.35, 1.35, 1.8, 5, 9.5, 8.6, 5.6, 4.6, 4.2] },
  middle: { ...gated, months: [4.5, 3.6, 2.9, 2.8, 2.9, 3.6, 7.2, 11.5, 11, 6.2, 5.4, 5] },
  blackfoot: { ...gated, months: [3.2, 3.4, 3, 2.9, 3, 3.7, 6.4, 8.8, 7.6, 3.2, 2.6, 2.5] },
  henrys: { ...gated, months: [0.5, 0.35, 0.3, 0.3, 0.3, 0.4, 0.8, 1.4, 1.7, 2.2, 2, 1.2] },
  islandpark: { ...gated, months: [0.75, 0.6, 0.6, 0.6, 0.6, 0.65, 0.95, 1.4, 1.4, 1.8, 1.5, 1.05] },
  ashton: {
    ...natural,
    months: [0.85, 0.8, 0.75, 0.73, 0.73, 0.8, 1.1, 1.75, 1.5, 1.15, 1, 0.88],
    noise: 0.03,
  },
  rexburg: { ...natural, months: [1.4, 1.85, 1.8, 1.8, 1.8, 2, 2.6, 4.1, 3.5, 1.17, 1.25, 1.3], noise: 0.03 },
  depletedSnow: { ...natural, months: [0.5, 0.6, 0.55, 0.5, 0.5, 0.6, 1.2, 3, 3.1, 0.6, 0.3, 0.35] },
  portneuf: {
    ...natural,
    months: [0.85, 0.95, 0.95, 0.95, 1.05, 1.35, 1.5, 1.4, 0.95, 0.7, 0.65, 0.7],
    wetSpring: 1,
  },
  canal: {
    ...gated,
    months: [0.8, 0.15, 0.1, 0.1, 0.1, 0.2, 1.1, 1.9, 2.1, 2.1, 1.9, 1.5],
    wetSpring: 0.3,
    wetRest: 0.2,
  },
  neeley: { ...gated, months: [3.4, 1.3, 1.2, 1.6, 2.2, 4, 7.5, 11.2, 12.2, 12.8, 11.4, 8.2], wetRest: 0.5 },
  minidoka: { ...gated, months: [2.6, 1.4, 1.3, 1.6, 2.2, 3.8, 6.6, 9, 9.8, 10.2, 9.2, 6.6], wetRest: 0.5 },
  milner: {
    ...gated,
    months: [0.25, 0.8, 0.87, 0.9, 1.1, 1.6, 1.7, 1.6, 1.4, 1.5, 0.5, 0.25],
    wetSpring: 3,
    wetRest: 1.5,
    loss: 0.22,
  },
  kimberly: {
    ...gated,
    months: [0.9, 1.2, 1.2, 1.2, 1.3, 1.6, 1.8, 1.7, 1.4, 1.3, 0.8, 0.7],
    wetSpring: 2,
    wetRest: 0.9,
  },
  hagerman: {
    ...steady,
    months: [1.05, 1.05, 1.02, 1, 1.02, 1.08, 1.1, 1.05, 0.98, 0.9, 0.88, 0.95],
    wetSpring: 0.7,
  },
  mackay: {
    ...gated,
    months: [0.5, 0.25, 0.22, 0.22, 0.22, 0.3, 0.7, 1.8, 2.8, 2.4, 1.6, 0.9],
    wetSpring: 1.1,
  },
  malad: {
    ...natural,
    months: [0.5, 0.6, 0.65, 0.7, 0.9, 1.5, 2.4, 2.6, 1.3, 0.3, 0.25, 0.3],
    wetSpring: 2.2,
  },
  losing: { ...natural, months: snow, wetSpring: 2.6, wetRest: 1, loss: 0.55, storms: 0 },
  losingEarly: { ...natural, months: early, wetSpring: 2.6, wetRest: 1, loss: 0.4, storms: 0 },
  spring: { ...steady, months: [1.06, 1.06, 1.03, 1.01, 0.99, 0.97, 0.95, 0.95, 0.97, 0.99, 1, 1.03] },
} satisfies Record<string, Pattern>;

/** The name of a seasonal pattern. */
export type Regime = keyof typeof regimes;
