import { sql } from 'drizzle-orm/sql';
import { wellProduction } from '#config/models/well-production.ts';
import { normalizeContent } from '#contract/records/field-validation.ts';
import { isInput } from '#contract/records/fields.ts';
import { enteredByHand } from '#domain/qualifiers.ts';
import { isSameValue, type RecordWithVersions } from '#domain/records/versions.ts';
import { parameterNdx } from '#domain/vocabulary.ts';
import { todayInBasin } from '#lib/basin-clock.ts';
import { dayNumber, formatDay } from '#lib/calendar.ts';
import { mergeRanges, readRecord, toRange } from '#server/db/records.ts';
import type { Queryable, Store, StoreTransaction } from '#server/db/store.ts';
import type { RegisterFeature } from '#server/feature-services.ts';
import { HttpProblem } from '#server/http/problems.ts';
import { registerEndpoint } from '#server/http/register-endpoint.ts';
import { applyRecordAction, createRecord, deleteRecord, saveRecord } from '#server/records/changes.ts';
import { readLookupEntries } from '#server/records/lookups.ts';
import { lockModel, readFamilies } from '#server/records/queries.ts';
import { groupVersions } from '#server/records/serialize.ts';
import { badFields } from '#server/records/validate-content.ts';
import { findLocation, summarizeOnce } from '#server/records/well-production.ts';
import {
  type DayChange,
  isDayOfMonth,
  type ProductionMonth,
  readProductionMonth,
  saveProductionMonth,
} from '../contract.ts';
import { daysOfMonth } from '../rules/grid.ts';

export const registerRoutes: RegisterFeature = (app, { store }) => {
  registerEndpoint(app, readProductionMonth, async ({ params }) => {
    await checkWell(store, params.well);
    return readMonth(store, params, todayInBasin(new Date()));
  });
  registerEndpoint(app, saveProductionMonth, async ({ params, body, caller }) => {
    await checkWell(store, params.well);
    await saveMonth(store, caller.subject, params, body);
    return readMonth(store, params, todayInBasin(new Date()));
  });
};

/** @throws HttpProblem 404 */
async function checkWell(from: Queryable, well: string): Promise<void> {
  const wells = await readLookupEntries(from, 'wells');
  if (!wells.some(({ value }) => value === well))
    throw new HttpProblem(404, 'There is no well with this id.');
}

type MonthChange = { readonly publish: boolean; readonly days: readonly DayChange[] };

const fieldNames: ReadonlySet<string> = new Set(
  wellProduction.fields.filter(isInput).map(({ name }) => name),
);

type Fault = { readonly path: string; readonly message: string };

/**
 * Saves days of a month in one transaction: all of them or none.
 * @throws HttpProblem 400 with every fault of every day, 409 with the days that someone else has changed since
 */
async function saveMonth(
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
  const unknown = days.flatMap(({ day, content }) =>
    Object.keys(content ?? {})
      .filter((name) => !fieldNames.has(name))
      .map((name) => ({ path: `days.${day}.${name}`, message: `${name} is not a field of an entry.` })),
  );
  if (unknown.length > 0) throw badFields(unknown);
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

type WellMonth = { readonly well: string; readonly month: string };

/** Reads a month as its editors see it. */
async function readMonth(
  from: Queryable,
  { well, month }: WellMonth,
  today: string,
): Promise<ProductionMonth> {
  const entries = await readEntries(from, { well, month });
  const delivered = await readDelivered(from, { well, month });
  return {
    well,
    month,
    today,
    days: daysOfMonth(month).map((day) => {
      const record = entries.get(day);
      return {
        day,
        entry: record
          ? {
              id: record.main.id,
              updated_at: record.updated_at,
              updated_by: record.updated_by,
              status_id: record.main.status_id,
              content: { ...record.shown.content },
            }
          : null,
        delivered: delivered.get(day) ?? null,
      };
    }),
  };
}

/** Reads the entries by day; each counts for the day of its latest version. */
async function readEntries(
  from: Queryable,
  { well, month }: WellMonth,
): Promise<ReadonlyMap<string, RecordWithVersions>> {
  const rows = await readFamilies(
    from,
    wellProduction,
    sql`content->>'well' = ${well} and content->>'reading_date' like ${`${month}-%`}`,
  );
  return new Map(
    groupVersions(rows)
      .filter(({ shown }) => shown.content.well === well)
      .map((record) => [String(record.shown.content.reading_date), record]),
  );
}

/** Reads the hours that the well's provider has delivered, by day. */
async function readDelivered(
  from: Queryable,
  { well, month }: WellMonth,
): Promise<ReadonlyMap<string, number>> {
  const loc_ndx = await findLocation(from, well);
  if (loc_ndx === undefined) return new Map();
  const days = daysOfMonth(month).map(dayNumber);
  const key = { loc_ndx, parameter_ndx: parameterNdx.hoursPumped };
  const record = await readRecord(from, key, mergeRanges(days.map(toRange)), {
    withFlagged: true,
    withQualifiers: true,
  });
  return new Map(
    record.days.flatMap((day, at) =>
      record.qualifiers.get(day) === enteredByHand ? [] : [[formatDay(day), record.values[at] ?? 0] as const],
    ),
  );
}
