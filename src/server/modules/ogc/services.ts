import type { ValueAccess } from '../../access/value-access.ts';
import type { Queryable } from '../../db/queryable.ts';
import { HttpProblem } from '../../http/problems.ts';
import type { Dataset, Datasets, Item } from './datasets.ts';
import type { Addresses } from './links.ts';

export type OgcServices = {
  readonly from: Queryable;
  readonly addresses: Addresses;
  readonly valueAccess: ValueAccess;
  readDatasets(): Promise<Datasets>;
};

/** @throws HttpProblem 404 */
export function findDataset({ byId }: Datasets, id: string): Dataset {
  const dataset = byId.get(id);
  if (!dataset) throw new HttpProblem(404, 'There is no such collection. /ogc/collections lists them.');
  return dataset;
}

/** @throws HttpProblem 404 */
export function findItem(dataset: Dataset, id: string): Item {
  const item = dataset.byId.get(id);
  if (!item) throw new HttpProblem(404, `There is no such feature in ${dataset.id}.`);
  return item;
}
