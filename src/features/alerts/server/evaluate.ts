import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm/sql';
import { clockIn } from '#lib/basin-clock.ts';
import { LockLost } from '#server/db/locks.ts';
import { nameOfSeries } from '#server/db/records.ts';
import type { Store, StoreTransaction } from '#server/db/store.ts';
import type { AlertMeasure } from '../contract.ts';
import { limitsOf, stepSilence } from '../rules/machine.ts';
import { evaluateLevel, type RuleState } from '../rules/observations.ts';
import { afterQuietHours } from '../rules/quiet-hours.ts';
import { type NewFiring, readFacts } from './facts.ts';
import { type Capacities, type MeasureOf, measuresOfReadings, readMeasure } from './measures.ts';
import { isSilentAt, observedOf, type Recent, readKnownUntil, readRecent } from './observe.ts';
import { queueFirings, readRecipients, readSettings } from './outbox.ts';
import { endRulesOfRemoved, readRules, type StoredRule, timeSql } from './rules.ts';

/** An arbitrary number, the same in every portal: who holds its lock evaluates the rules. */
export const evaluationLockKey = 51_000_001;

export type EvaluationSettings = {
  readonly store: Store;
  readonly capacities: Capacities;
  readonly now: Date;
  /** Called with why a rule, or those of a person, could not be evaluated, which holds up no others. */
  readonly onError: (error: unknown, rules: readonly StoredRule[]) => void;
};

type Change = {
  readonly rule: StoredRule;
  readonly after: RuleState;
  readonly firings: readonly NewFiring[];
};

/**
 * Evaluates the rules of everybody who is not blocked, on what has come since the last time. A firing, its mail and the new
 * state are one transaction, so that neither a restart nor a second portal repeats or loses one. @returns the number of firings
 */
export async function evaluateRules(settings: EvaluationSettings): Promise<number> {
  const { store, capacities, now, onError } = settings;
  const lock = await store.tryLock(evaluationLockKey);
  if (!lock) return 0;
  try {
    await endRulesOfRemoved(store);
    const rules = await readRules(store, capacities);
    const changes = await findChanges(settings, rules);
    let count = 0;
    for (const [subject, ofPerson] of Map.groupBy(changes, ({ rule }) => rule.subject)) {
      try {
        count += await store.transaction(async (tx) => {
          await lock.hold(tx);
          return writeChanges(tx, subject, ofPerson, { capacities, now });
        });
      } catch (error) {
        if (error instanceof LockLost) throw error;
        onError(
          error,
          ofPerson.map(({ rule }) => rule),
        );
      }
    }
    return count;
  } finally {
    await lock.release();
  }
}

async function findChanges(
  { store, now, onError }: EvaluationSettings,
  rules: readonly StoredRule[],
): Promise<Change[]> {
  const records = new Map(rules.map(({ record }) => [nameOfSeries(record), record]));
  const recents = await readRecent(store, [...records.values()], now);
  const measures = new Map<string, Promise<MeasureOf>>();
  const measureOf = ({ record }: StoredRule, measure: AlertMeasure) => {
    const name = `${nameOfSeries(record)} ${measure}`;
    const found = measures.get(name) ?? readMeasure(store, record, measure);
    measures.set(name, found);
    return found;
  };
  const changes: Change[] = [];
  for (const rule of rules) {
    const recent = recents.get(nameOfSeries(rule.record));
    try {
      const change = recent && (await changeOf(rule, recent, { store, now, measureOf }));
      if (change) changes.push(change);
    } catch (error) {
      onError(error, [rule]);
    }
  }
  return changes;
}

type Known = {
  readonly store: Store;
  readonly now: Date;
  measureOf(rule: StoredRule, measure: AlertMeasure): Promise<MeasureOf>;
};

async function changeOf(rule: StoredRule, recent: Recent, known: Known): Promise<Change | undefined> {
  const { terms, before, record } = rule;
  if (terms.kind === 'silence') return silenceOf(rule, recent, known);
  const isHalf = before.state === 'pending' || before.state === 'clearing';
  const newest = measuresOfReadings.has(terms.measure) ? recent.newest : recent.newestDay;
  const isNew = newest !== undefined && newest > (before.seenThrough ?? Number.NEGATIVE_INFINITY);
  // Most records have nothing new, and percentiles are long to read.
  if (!isNew && !isHalf) return undefined;
  const measure = await known.measureOf(rule, terms.measure);
  const { now } = known;
  const { observations, freshMs, isReading } = observedOf(recent, { record, terms, measure, now });
  const { after, events } = evaluateLevel(before, observations, {
    limits: limitsOf(terms, record.capacity),
    freshMs,
    now: now.getTime(),
  });
  const isChanged = after.state !== before.state || after.seenThrough !== before.seenThrough;
  if (!isChanged) return undefined;
  const firings = events.map(({ kind, observation }) => ({
    ...{ kind, observation, isReading },
    observedAt: observation.at,
  }));
  return { rule, after, firings };
}

async function silenceOf(
  rule: StoredRule,
  { newest }: Recent,
  { store, now }: Known,
): Promise<Change | undefined> {
  const { terms, before, record } = rule;
  if (terms.kind !== 'silence' || newest === undefined) return undefined;
  const isNew = newest > (before.seenThrough ?? Number.NEGATIVE_INFINITY);
  // Only a new value ends silence, and most records are silent not even by now.
  const isSilent =
    (before.state === 'firing' && !isNew) ||
    (isSilentAt(now.getTime(), newest, record, terms) &&
      isSilentAt(await readKnownUntil(store, record, now), newest, record, terms));
  const { state, kind } = stepSilence(before.state, isSilent);
  if (state === before.state && newest === before.seenThrough) return undefined;
  const since = state === before.state ? before.since : newest;
  // The first value of a record is none that is back.
  const isSaid = kind !== undefined && before.seenThrough !== undefined;
  const firings = isSaid ? [{ kind, observedAt: newest, observation: undefined, isReading: false }] : [];
  return { rule, after: { state, since, seenThrough: newest }, firings };
}

type WriteOptions = { readonly capacities: Capacities; readonly now: Date };

/** Writes the changes of one person’s rules with their firings and mails. */
async function writeChanges(
  tx: StoreTransaction,
  subject: string,
  changes: readonly Change[],
  { capacities, now }: WriteOptions,
): Promise<number> {
  const settings = await readSettings(tx, subject);
  const mailDay = clockIn(settings.time_zone, afterQuietHours(now, settings)).slice(0, 10);
  const hasRecipients = (await readRecipients(tx, subject)).length > 0;
  const queued: string[] = [];
  let count = 0;
  for (const { rule, after, firings } of changes) {
    if (!(await advance(tx, rule, after))) continue;
    let { mailed_on } = rule;
    for (const [index, firing] of firings.entries()) {
      const mail = mailOf({ ...rule, mailed_on }, firing, { mailDay, now, hasRecipients });
      const facts = await readFacts(tx, rule, firing, { capacities, now, before: rule.fired + index });
      const id = randomUUID();
      const written = await tx.query(
        sql`insert into alert_firing (id, rule_id, kind, observed_at, fired_at, mail, facts)
          values (${id}::uuid, ${rule.id}::uuid, ${firing.kind}, ${timeSql(firing.observedAt)},
            ${timeSql(now.getTime())}, ${mail}, ${JSON.stringify(facts)}::text::jsonb)
          on conflict do nothing returning id`,
      );
      if (written.length === 0) continue;
      count += 1;
      if (mail !== 'queued') continue;
      queued.push(id);
      mailed_on = mailDay;
    }
    if (mailed_on !== rule.mailed_on) {
      await tx.query(
        sql`update alert_state set mailed_on = ${mailed_on}::text::date where rule_id = ${rule.id}::uuid`,
      );
    }
  }
  await queueFirings(tx, { subject, firings: queued, now });
  return count;
}

/** Moves a rule on. Returns false where it was changed, or evaluated, since it was read. */
async function advance(
  tx: StoreTransaction,
  { id, terms, before }: StoredRule,
  after: RuleState,
): Promise<boolean> {
  const moved = await tx.query(
    sql`update alert_state set state = ${after.state}, since = ${timeSql(after.since)},
        seen_through = ${timeSql(after.seenThrough)}
      where rule_id = ${id}::uuid and state = ${before.state}
        and seen_through is not distinct from ${timeSql(before.seenThrough)}
        and exists (select from alert_rule r where r.id = rule_id and r.terms = ${JSON.stringify(terms)}::text::jsonb)
      returning rule_id`,
  );
  return moved.length > 0;
}

type MailOptions = {
  /** When a mail of now is sent, in the person’s zone. */
  readonly mailDay: string;
  readonly now: Date;
  readonly hasRecipients: boolean;
};

function mailOf(
  { muted_until, mailed_on }: Pick<StoredRule, 'muted_until' | 'mailed_on'>,
  { kind }: NewFiring,
  { mailDay, now, hasRecipients }: MailOptions,
) {
  if (kind === 'cleared') return 'cleared';
  if (muted_until !== null && Date.parse(muted_until) > now.getTime()) return 'muted';
  if (!hasRecipients) return 'nobody';
  // A record is back once, after days, and nobody else says so.
  return mailed_on === mailDay && kind !== 'back' ? 'one a day' : 'queued';
}
