import type { Model } from '#contract/model.ts';
import type { StoredRecord } from '#domain/records/versions.ts';
import type { StoreTransaction } from '../../db/store.ts';
import { projectLocation } from './locations.ts';
import { projectWellProduction } from './well-production.ts';

/**
 * What a write of a main record does to other tables, in the same transaction: `before` and `after` are the row
 * as it was and is, undefined where there is none. @throws HttpProblem 400 where it cannot be done
 */
export type Projection = (
  tx: StoreTransaction,
  before: StoredRecord | undefined,
  after: StoredRecord | undefined,
) => Promise<void>;

const projections: Readonly<Record<string, Projection>> = {
  locations: projectLocation,
  'well-production': projectWellProduction,
};

export function projectionOf({ name }: Model): Projection | undefined {
  return projections[name];
}
