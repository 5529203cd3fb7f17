import type { Endpoint } from '#contract/endpoint.ts';
import type { Model } from '#contract/records/model.ts';
import { createRecordEndpoints, type RecordEndpoints } from '#contract/records/records.ts';
import { features } from '#features/index.ts';
import { datasets } from './datasets.ts';
import { locations } from './locations.ts';
import { publicDocuments } from './public-documents.ts';
import { wellProduction } from './well-production.ts';

/** The models of the portal's content records. */
export const models: readonly Model[] = [
  datasets,
  publicDocuments,
  ...features.flatMap((feature) => feature.models ?? []),
  locations,
  wellProduction,
];

export function findModel(name: string): Model | undefined {
  return models.find((model) => model.name === name);
}

/** The endpoints of each model, by its name. */
export const recordEndpoints: ReadonlyMap<string, RecordEndpoints> = new Map(
  models.map((model) => [model.name, createRecordEndpoints(model)]),
);

/** The endpoints of all models. */
export const modelEndpoints: readonly Endpoint[] = [...recordEndpoints.values()].flatMap((calls) =>
  Object.values(calls).flatMap((call): Endpoint[] => ('get' in call ? [call.get, call.post] : [call])),
);
