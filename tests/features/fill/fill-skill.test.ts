import { describe, expect, test } from 'vitest';
import { binsOf, refuseSkill } from '#features/fill/rules/compute-fill.ts';
import type { FillReason, FillSkill } from '#features/fill/rules/fill-result.ts';
import { peaksAt } from '#features/fill/rules/peak-model.ts';

const skill: FillSkill = {
  years: 39,
  mae_af: 200,
  climatology_mae_af: 300,
  brier: 0.15,
  climatology_brier: 0.24,
  brier_skill: 0.3,
  brier_skill_low: 0.1,
  expected: 20,
  reached: 21,
  deviation: 2.5,
  bins: [{ from: 0.5, years: 39, expected: 20, reached: 21, deviation: 2.5 }],
};

test.each<[string, Partial<FillSkill>, FillReason['code'] | undefined]>([
  ['every condition', {}, undefined],
  ['a skill of 0.05', { brier_skill: 0.05 }, undefined],
  ['a skill below 0.05', { brier_skill: 0.049 }, 'no-skill'],
  ['a skill that may be 0', { brier_skill_low: 0 }, 'no-skill'],
  ['no error of climatology', { brier_skill: null, brier_skill_low: null }, 'no-skill'],
  ['peaks no better than climatology’s', { mae_af: 300 }, 'no-skill'],
  ['peaks that are no number', { mae_af: Number.NaN }, 'no-skill'],
  ['2 standard deviations too few', { reached: 15 }, undefined],
  ['more than 2 standard deviations too few', { reached: 14 }, 'unreliable'],
  ['more than 2 standard deviations too many', { reached: 26 }, 'unreliable'],
  [
    'a tenth that is off',
    { bins: [{ from: 0, years: 10, expected: 0.5, reached: 3, deviation: 0.69 }] },
    'unreliable',
  ],
  [
    'a tenth of four years that is off',
    { bins: [{ from: 0.1, years: 4, expected: 0.5, reached: 3, deviation: 0.66 }] },
    undefined,
  ],
  [
    'a chance of 1 that did not come',
    { bins: [{ from: 0.9, years: 5, expected: 5, reached: 4, deviation: 0 }] },
    'unreliable',
  ],
])('with %s, the method is shown or refused as the rules say', (_, changed, code) => {
  expect(refuseSkill({ ...skill, ...changed })?.code).toBe(code);
});

test('counts the years of each tenth of the chances, with what was expected and what came', () => {
  const said = [
    [0, 0],
    [0.1, 1],
    [0.19, 0],
    [0.9, 1],
    [1, 1],
  ].map(([chance = 0, came = 0]) => ({ chance, came }));
  expect(binsOf(said)).toEqual([
    { from: 0, years: 1, expected: 0, reached: 0, deviation: 0 },
    {
      from: 0.1,
      years: 2,
      expected: 0.29000000000000004,
      reached: 1,
      deviation: Math.sqrt(0.09 + 0.19 * 0.81),
    },
    { from: 0.9, years: 2, expected: 1.9, reached: 2, deviation: Math.sqrt(0.9 * (1 - 0.9)) },
  ]);
  expect(binsOf([])).toEqual([]);
});

describe('the peaks by exceedance', () => {
  const percents = [90, 70, 50, 30, 10];
  const usual = [500, 700, 950, 1000];

  test.each<[string, number[], number, number[]]>([
    ['agree with the chance of the target', [600, 800, 920, 960, 1000], 0.5, [600, 800, 920, 960, 1000]],
    [
      'are at the target if it is nearly certain',
      [600, 800, 920, 960, 1000],
      0.95,
      [920, 920, 960, 1000, 1000],
    ],
    [
      'come from past years where the forecast has none at the target',
      [600, 650],
      0.4,
      [600, 650, 650, 950, 1000],
    ],
    ['come from past years where the forecast has none below it', [950], 0.6, [500, 700, 950, 950, 950]],
    ['are all at the target once it is reached', [950], 1, [950, 950, 950, 950, 950]],
  ])('%s', (_, peaks, chance, wanted) => {
    expect(peaksAt(percents, peaks, { usual, target_af: 900, chance })).toEqual(wanted);
  });
});
