import { inject } from 'vitest';

/** Whether this is a run of the long tests, which try many random cases where `npm test` tries a few. */
export const isThorough = inject('project') !== 'fast';

/** How many random cases a test tries: this many in the long tests, a fifteenth of them in `npm test`. */
export const caseCount = (long: number) => (isThorough ? long : Math.ceil(long / 15));
