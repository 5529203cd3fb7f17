import {
  type FieldError,
  findErrors,
  normalizeContent,
  splitChoices,
} from '#contract/records/field-validation.ts';
import { FileReference, isInput } from '#contract/records/fields.ts';
import type { LookupName } from '#contract/records/lookups.ts';
import { type Model, oneRecord } from '#contract/records/model.ts';
import { isVisible, type RecordContent } from '#domain/records/versions.ts';
import type { Queryable } from '../db/store.ts';
import { readFileReference } from '../files/queries.ts';
import { HttpProblem } from '../http/problems.ts';
import { readLookupEntries } from './lookups.ts';
import { readRowsWith, readWithVersions } from './queries.ts';

/** Creates the problem for input that cannot be saved, in the form of all validation errors. */
export function badFields(errors: readonly FieldError[]): HttpProblem {
  return new HttpProblem(400, `This cannot be saved. ${errors.map(({ message }) => message).join(' ')}`, {
    errors: errors.map(({ path, message }) => ({ path: `body.${path}`, message })),
  });
}

/**
 * Validates the input for record `id` and returns the content to save.
 * @throws HttpProblem 400 for an invalid field, a violated rule of several fields, an entry missing in its lookup table,
 * a missing file, or unique values that another record has
 */
export async function validateContent(
  from: Queryable,
  model: Model,
  id: string,
  input: RecordContent,
): Promise<RecordContent> {
  const content = normalizeContent(model.fields, input);
  const errors = [...findErrors(model.fields, model.rules ?? [], content)];
  if (errors.length > 0) throw badFields(errors);
  const validated = new Map<string, unknown>(Object.entries(content));
  for (const field of model.fields.filter(isInput)) {
    const value = content[field.name];
    if (value === null) continue;
    if (field.kind === 'CUSTOM' && field.custom === 'file') {
      const file = await readFileReference(from, FileReference.parse(value).id);
      if (file) validated.set(field.name, file);
      else errors.push({ path: field.name, message: 'The file no longer exists. Choose it again.' });
    }
    if (field.kind !== 'DROPDOWN' && field.kind !== 'SPLIT_STRING_DROPDOWN') continue;
    if (!('lookup' in field.choices)) continue;
    const chosen = field.kind === 'DROPDOWN' ? [String(value)] : splitChoices(field, String(value));
    const unknown = await unknownChoices(from, field.choices.lookup, chosen);
    if (unknown.length > 0) {
      errors.push({ path: field.name, message: `${unknown.join(', ')} cannot be chosen.` });
    }
  }
  if (errors.length === 0) errors.push(...(await findDuplicate(from, model, id, content)));
  if (errors.length > 0) throw badFields(errors);
  return Object.fromEntries(validated);
}

async function unknownChoices(from: Queryable, lookup: LookupName, chosen: readonly string[]) {
  const entries = new Set((await readLookupEntries(from, lookup)).map(({ value }) => value));
  return chosen.filter((value) => !entries.has(value));
}

/** Finds another record with the same unique values, in its latest or its published version. */
async function findDuplicate(
  from: Queryable,
  model: Model,
  id: string,
  content: RecordContent,
): Promise<readonly FieldError[]> {
  const { unique = [] } = model;
  if (unique.length === 0) return [];
  const values = Object.fromEntries(unique.map((name) => [name, String(content[name])]));
  const matches = (other: RecordContent) => unique.every((name) => String(other[name]) === values[name]);
  const owners = new Set((await readRowsWith(from, model, values)).map((row) => row.parent_id ?? row.id));
  owners.delete(id);
  for (const owner of owners) {
    const record = await readWithVersions(from, model, owner);
    if (!record) continue;
    const { main, shown } = record;
    if (matches(shown.content) || (isVisible(main) && matches(main.content))) {
      const labels = model.fields.filter(isInput).filter(({ name }) => unique.includes(name));
      const labelText = labels.map(({ label }) => label).join(' and ');
      const path = unique.at(-1) ?? '';
      return [{ path, message: `There is already ${oneRecord(model)} with this ${labelText}.` }];
    }
  }
  return [];
}
