import type { Model } from '#contract/model.ts';
import type { StoredRecord } from '#domain/records/versions.ts';
import type { StoreTransaction } from '../../db/store.ts';
import { projectDocument } from '../documents/editions.ts';
import { projectLocation } from './locations.ts';
import { projectWellProduction } from './well-production.ts';

/**
 * Applies a write of a main record to other tables, in the same transaction. `before` is undefined for a new record,
 * `after` for a deleted one.
 * @throws HttpProblem 400 where it cannot be applied
 */
export type Projection = (
  tx: StoreTransaction,
  before: StoredRecord | undefined,
  after: StoredRecord | undefined,
) => Promise<void>;

const projections: Readonly<Record<string, Projection>> = {
  locations: inSteps(projectLocation),
  'public-documents': projectDocument,
  'well-production': inSteps(projectWellProduction),
};

export function projectionOf({ name }: Model): Projection | undefined {
  return projections[name];
}

/** Makes a record that gets another id leave under its former one and come back under the new one. */
function inSteps(project: Projection): Projection {
  return async (tx, before, after) => {
    if (!before || !after || before.id === after.id) return project(tx, before, after);
    await project(tx, before, undefined);
    await project(tx, undefined, after);
  };
}
