import { parameterNdx, parameters } from '#domain/vocabulary.ts';

const amounts = new Set<number>([parameterNdx.precipitation, parameterNdx.hoursPumped]);

/** Whether values of a parameter add up over a day, as rain does: one of an instant says nothing of it. */
export const addsUp = (parameter: number): boolean => amounts.has(parameter);

export const nameAddsUp = (wanted: string | undefined): boolean =>
  parameters.some(({ ndx, name }) => name === wanted && addsUp(ndx));
