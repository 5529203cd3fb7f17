import { badInput, HttpProblem } from '../../http/problems.ts';
import { type Dataset, type Datasets, qualityName } from './datasets.ts';
import type { ParameterRow } from './queries.ts';
import { findDataset } from './services.ts';

export type ParameterDataset = Dataset & { readonly parameter: ParameterRow };

/** @throws HttpProblem 404 for a collection without values */
export function findParameterDataset(datasets: Datasets, id: string): ParameterDataset {
  const dataset = findDataset(datasets, id);
  const { parameter } = dataset;
  if (!parameter)
    throw new HttpProblem(404, `The collection ${id} has features only: /ogc/collections/${id}/items.`);
  return { ...dataset, parameter };
}

/**
 * The parameters that `parameter-name` asks for, all by default.
 * @throws HttpProblem 400 for a name that the collection does not have
 */
export function checkParameterNames({ id }: Dataset, wanted: string | undefined): readonly string[] {
  const all = [id, qualityName];
  if (wanted === undefined) return all;
  const names = wanted.split(',');
  for (const name of names) {
    if (all.includes(name)) continue;
    throw badInput(
      'query.parameter-name',
      `There is no parameter "${name}" in ${id}; there are ${all.join(' and ')}.`,
    );
  }
  return all.filter((name) => names.includes(name));
}
