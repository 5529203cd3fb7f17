import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import { isoInstantSql, type Queryable } from '#server/db/queryable.ts';
import { type AlertRule, AlertTerms, alertStates } from '../contract.ts';
import type { RuleState } from '../rules/observations.ts';
import { describeTerms } from '../rules/rule-text.ts';
import {
  type Capacities,
  type RuleRecord,
  recordColumnsSql,
  recordRow,
  recordTablesSql,
  toRuleRecord,
} from './measures.ts';

const Row = z.object({
  ...recordRow,
  id: z.uuid(),
  subject: z.string(),
  name: z.nullable(z.string()),
  terms: AlertTerms,
  muted_until: z.nullable(z.string()),
  state: z.enum(alertStates),
  since: z.nullable(z.number()),
  seen_through: z.nullable(z.number()),
  mailed_on: z.nullable(z.string()),
  fired: z.int(),
  last_fired_at: z.nullable(z.string()),
});

/** A rule with its record and its state. */
export type StoredRule = {
  readonly id: string;
  readonly subject: string;
  readonly name: string | null;
  readonly terms: AlertTerms;
  readonly record: RuleRecord;
  /** What it says: `Palisades below 30 % of capacity`. */
  readonly condition: string;
  readonly muted_until: string | null;
  readonly before: RuleState;
  /** The day of its last mail, after the hours without any, in the person’s zone. */
  readonly mailed_on: string | null;
  readonly fired: number;
  readonly last_fired_at: string | null;
};

const epochMs = (column: string) =>
  sql`(extract(epoch from ${sql.identifier(column)}) * 1000)::float8 as ${sql.identifier(column)}`;

/** Reads the rules of a person by site, or those of everybody who is not blocked, of sites that are shown. */
export async function readRules(
  from: Queryable,
  capacities: Capacities,
  subject?: string,
): Promise<StoredRule[]> {
  const rows = await from.query(
    sql`select ${recordColumnsSql}, r.id, r.subject, r.name, r.terms, ${isoInstantSql(sql`r.muted_until`)} as muted_until,
        s.state, ${epochMs('since')}, ${epochMs('seen_through')}, s.mailed_on::text, f.fired,
        ${isoInstantSql(sql`f.last_fired_at`)} as last_fired_at
      from alert_rule r
      join alert_state s on s.rule_id = r.id
      join (${recordTablesSql}) on lp.loc_ndx = r.loc_ndx and lp.parameter_ndx = r.parameter_ndx
      cross join lateral (
        select count(*)::int as fired, max(fired_at) as last_fired_at from alert_firing
        where rule_id = r.id and kind in ('fired', 'silent')) f
      where l.is_shown and ${
        subject === undefined
          ? sql`exists (select from person p where p.subject = r.subject and p.blocked_at is null)`
          : sql`r.subject = ${subject}`
      }
      order by l.loc_name collate "C", r.created_at, r.id`,
    Row,
  );
  return rows.map((row) => {
    const { id, name, terms, muted_until, state, since, seen_through, mailed_on, fired, last_fired_at } = row;
    const { loc_ndx, loc_id, loc_name, parameter_ndx, parameter_name, units_name } = row;
    const { num_days, total_samples } = row;
    const fields = { loc_ndx, loc_id, loc_name, parameter_ndx, parameter_name, units_name };
    const record = toRuleRecord({ ...fields, num_days, total_samples }, capacities);
    return {
      ...{ id, subject: row.subject, name, terms, record, muted_until, mailed_on, fired, last_fired_at },
      condition: describeTerms(terms, record),
      before: { state, since: since ?? undefined, seenThrough: seen_through ?? undefined },
    };
  });
}

/** A rule as its owner sees it. */
export function toAlertRule(rule: StoredRule): AlertRule {
  const { interval_days: _, capacity: __, ...fields } = rule.record;
  const { id, name, condition, terms, muted_until, fired, last_fired_at } = rule;
  const { state, since } = rule.before;
  return {
    ...{ id, name, condition, ...fields, terms, state, muted_until, fired, last_fired_at },
    since: since === undefined ? null : new Date(since).toISOString(),
  };
}

/** A time in milliseconds since 1970 as a value of a statement. */
export function timeSql(ms: number | undefined) {
  return sql`${ms === undefined ? null : new Date(ms).toISOString()}::text::timestamptz`;
}

/** Sets the state with which a rule begins, or begins again. */
export async function writeState(to: Queryable, rule: string, state: RuleState): Promise<void> {
  await to.query(
    sql`insert into alert_state (rule_id, state, since, seen_through)
      values (${rule}::uuid, ${state.state}, ${timeSql(state.since)}, ${timeSql(state.seenThrough)})
      on conflict (rule_id) do update set state = excluded.state, since = excluded.since,
        seen_through = excluded.seen_through`,
  );
}

/** The rules of people end with them. */
export async function endRulesOfRemoved(store: Queryable): Promise<void> {
  await store.query(
    sql`delete from alert_rule r where not exists (select from person p where p.subject = r.subject)`,
  );
}
