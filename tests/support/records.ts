import { findModel, recordEndpoints } from '#config/models/index.ts';
import type { Model } from '#contract/records/model.ts';
import type { RecordEndpoints } from '#contract/records/records.ts';

/** Finds a model with its endpoints. */
export function findModelCalls(name: string): { model: Model; calls: RecordEndpoints } {
  const [model, calls] = [findModel(name), recordEndpoints.get(name)];
  if (!model || !calls) throw new Error(`There is no model ${name}.`);
  return { model, calls };
}

/** Creates the fields of an announcement that is valid for publishing. */
export function announcement(title: string) {
  return { title, message: `About ${title}`, severity: 'info', starts_at: null, ends_at: null };
}
