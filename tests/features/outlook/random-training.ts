import type { OutlookTraining } from '#features/outlook/rules/training.ts';
import { randomSource } from '#lib/random-source.ts';

/**
 * Years of predictors that follow how wet a year is, and of the volumes that follow it too, unless they are `unrelated`. All
 * figures of a year depend on the seed and on the year's place.
 */
export function randomTraining({
  seed = 1,
  years = 30,
  predictors = 5,
  isUnrelated = false,
}: {
  readonly seed?: number;
  readonly years?: number;
  readonly predictors?: number;
  readonly isUnrelated?: boolean;
} = {}): OutlookTraining {
  const random = randomSource(seed);
  // Nearly normal: the sum of twelve even numbers has the deviation 1.
  const normal = () => Array.from({ length: 12 }, random).reduce((sum, each) => sum + each, -6);
  const rows = Array.from({ length: years }, () => {
    const wet = normal();
    const values = Array.from({ length: predictors }, () => 20 + 6 * wet + 3 * normal());
    return { values, volume: (1500 + 200 * (isUnrelated ? normal() : wet) + 60 * normal()) ** 2 };
  });
  return {
    years: rows.map((_, at) => 1991 + at),
    predictors: rows.map(({ values }) => values),
    volumes: rows.map(({ volume }) => volume),
    before: rows.map((_, at) => 1000 * at),
  };
}
