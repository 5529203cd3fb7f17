import { randomSource } from '#lib/random-source.ts';

/** Below this, a method adds too little to be worth its complication. */
export const minSkill = 0.05;

/** With five years per coefficient, a regression of three says something. */
export const minForecastYears = 15;

const resamples = 1000;
const seed = 1;
/** The place of the 5 % bound among the ascending skills of the resamples. */
const boundPlace = 0.05 * resamples - 1;

/**
 * 1 − Σ errors ÷ Σ errors of the reference: 1 is perfect, 0 no better. `low` is the bound that the skill is above with a
 * chance of 95 percent: the 50th lowest skill of 1000 samples of the years, drawn with replacement (Efron, 1979, Bootstrap
 * methods, doi 10.1214/aos/1176344552), with the same seed each time.
 */
export type SkillScore = { readonly skill: number; readonly low: number };

/** Compares the squared errors of the same years. Null where the reference has no error, or there is no year. */
export function skillScoreOf(
  errors: readonly number[],
  referenceErrors: readonly number[],
): SkillScore | null {
  const count = errors.length;
  const skillOf = (places: readonly number[]) => {
    const [own, reference] = [errors, referenceErrors].map((each) =>
      places.reduce((sum, at) => sum + (each[at] ?? 0), 0),
    ) as [number, number];
    return reference > 0 ? 1 - own / reference : own > 0 ? Number.NEGATIVE_INFINITY : 0;
  };
  if (!(referenceErrors.reduce((sum, each) => sum + each, 0) > 0)) return null;
  const random = randomSource(seed);
  const skills = Array.from({ length: resamples }, () =>
    skillOf(Array.from({ length: count }, () => Math.floor(random() * count))),
  ).toSorted((one, other) => one - other);
  return { skill: skillOf([...errors.keys()]), low: skills[boundPlace] ?? Number.NEGATIVE_INFINITY };
}

/** Whether a method may be shown: its skill is 0.05 or more, and above 0 with a chance of 95 percent. */
export function isSkilled(score: SkillScore | null): boolean {
  return score !== null && score.skill >= minSkill && score.low > 0;
}
