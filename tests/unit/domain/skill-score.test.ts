import { expect, test } from 'vitest';
import { isSkilled, skillScoreOf } from '#domain/season/skill-score.ts';

const years = Array.from({ length: 40 }, (_, at) => at);

test('gives the skill, and a bound that is the same each time', () => {
  const errors = years.map((at) => (at % 3) / 4);
  const reference = years.map(() => 1);
  const score = skillScoreOf(errors, reference);
  expect(score?.skill).toBeCloseTo(1 - errors.reduce((sum, each) => sum + each, 0) / 40, 12);
  expect(score?.low).toBeLessThan(score?.skill ?? 0);
  expect(score?.low).toBeGreaterThan((score?.skill ?? 0) - 0.1);
  expect(skillScoreOf(errors, reference)).toEqual(score);
});

test.each<[string, number[], number[], boolean]>([
  ['half of the error in each year', years.map(() => 0.5), years.map(() => 1), true],
  ['the same error', years.map(() => 1), years.map(() => 1), false],
  ['4 % less', years.map(() => 0.96), years.map(() => 1), false],
  [
    'one year that decides',
    years.map((at) => (at === 0 ? 0 : 1.05)),
    years.map((at) => (at === 0 ? 20 : 1)),
    false,
  ],
  ['a reference without error', years.map(() => 1), years.map(() => 0), false],
  ['no year', [], [], false],
  ['a reference with few errors', years.map(() => 0.5), years.map((at) => (at === 0 ? 1 : 0)), false],
])('with %s, a method is skilled or not', (_, errors, reference, wanted) => {
  expect(isSkilled(skillScoreOf(errors, reference))).toBe(wanted);
});
