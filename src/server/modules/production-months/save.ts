import { wellProduction } from '#config/models/well-production.ts';
import { normalizeContent } from '#contract/field-validation.ts';
import { type DayChange, isDayOfMonth } from '#contract/production-months.ts';
import { isSameValue } from '#domain/records/same-value.ts';
import type { RecordWithVersions } from '#domain/records/versions.ts';
import type { Store, StoreTransaction } from '../../db/store.ts';
import { HttpProblem } from '../../http/problems.ts';
import { applyRecordAction, createRecord, deleteRecord, saveRecord } from '../records/changes.ts';
import { lockModel } from '../records/queries.ts';
import { badFields } from '../records/validate-content.ts';
import { summarizeOnce } from '../records/well-production.ts';
import { readEntries, type WellMonth } from './queries.ts';

type MonthChange = { readonly publish: boolean; readonly days: readonly DayChange[] };

type Fault = { readonly path: string; readonly message: string };

/**
 * Saves days of a month in one transaction: all of them or none.
 * @throws HttpProblem 400 with every fault of every day, 409 with the days that someone else has changed since
 */
export async function saveMonth(
  store: Store,
  actor: string,
  place: WellMonth,
  { publish, days }: MonthChange,
): Promise<void> {
  const outside = days.filter(({ day }) => !isDayOfMonth(day, place.month));
  if (outside.length > 0) {
    throw badFields(
      outside.map(({ day }) => ({ path: `days.${day}`, message: `${day} is not a day of ${place.month}.` })),
    );
  }
  await store.transaction(async (tx) => {
    await lockModel(tx, wellProduction);
    const entries = await readEntries(tx, place);
    refuseConflicts(days, entries);
    // A fault is thrown within the transaction, which is then rolled back.
    await summarizeOnce(tx, () => saveDays(tx, { actor, well: place.well, publish }, days, entries));
  });
}

type Author = { readonly actor: string; readonly well: string; readonly publish: boolean };

/** @throws HttpProblem 400 with every fault of every day */
async function saveDays(
  tx: StoreTransaction,
  author: Author,
  days: readonly DayChange[],
  entries: ReadonlyMap<string, RecordWithVersions>,
): Promise<void> {
  const faults: Fault[] = [];
  for (const change of days) {
    try {
      await saveDay(tx, author, change, entries.get(change.day));
    } catch (error) {
      if (!(error instanceof HttpProblem) || error.statusCode !== 400) throw error;
      faults.push(...faultsOfDay(error, change.day));
    }
  }
  if (faults.length > 0) throw badFields(faults);
}

function refuseConflicts(days: readonly DayChange[], entries: ReadonlyMap<string, RecordWithVersions>): void {
  const conflicts = days.filter(({ day, seen }) => (entries.get(day)?.updated_at ?? null) !== seen);
  if (conflicts.length === 0) return;
  const [count, have] = conflicts.length === 1 ? ['one day', 'it'] : [`${conflicts.length} days`, 'them'];
  throw new HttpProblem(
    409,
    `Someone has changed ${count} since you opened ${have}. Nothing was saved or overwritten.`,
    {
      errors: conflicts.map(({ day }) => ({
        path: `body.days.${day}`,
        message: entries.has(day) ? 'Someone has saved this day.' : 'Someone has deleted this day’s entry.',
      })),
    },
  );
}

async function saveDay(
  tx: StoreTransaction,
  { actor, well, publish }: Author,
  { day, content }: DayChange,
  existing: RecordWithVersions | undefined,
): Promise<void> {
  // The calls for single records then take part in this transaction.
  const joined: Pick<Store, 'transaction'> = { transaction: (work) => work(tx) };
  const change = { model: wellProduction, actor };
  if (content === null) {
    if (existing) await deleteRecord(joined, change, existing.main.id);
    return;
  }
  const entry = { content: { ...content, well, reading_date: day }, publish };
  if (!existing) {
    await createRecord(joined, change, entry);
    return;
  }
  const { id } = existing.main;
  const isSame = isSameValue(normalizeContent(wellProduction.fields, entry.content), existing.shown.content);
  if (!isSame) await saveRecord(joined, change, id, entry);
  else if (publish) await applyRecordAction(joined, change, id, 'publish');
}

/** Names the day in the faults of one entry. */
function faultsOfDay({ errors = [], message }: HttpProblem, day: string): Fault[] {
  if (errors.length === 0) return [{ path: `days.${day}`, message }];
  return errors.map((error) => ({
    path: `days.${day}.${error.path.replace(/^body\./, '')}`,
    message: error.message,
  }));
}
