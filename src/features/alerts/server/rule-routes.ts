import { isDeepStrictEqual } from 'node:util';
import { sql } from 'drizzle-orm/sql';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { audit } from '#server/audit.ts';
import { isoInstantSql, type Queryable } from '#server/db/queryable.ts';
import type { StoreTransaction } from '#server/db/store.ts';
import type { FeatureServices } from '#server/feature-services.ts';
import { badInput, HttpProblem, recordNotFound } from '#server/http/problems.ts';
import { registerEndpoint } from '#server/http/register-endpoint.ts';
import {
  AlertFiring,
  type AlertRule,
  type AlertTerms,
  changeAlertRule,
  createAlertRule,
  deleteAlertRule,
  listAlertFirings,
  listAlertRules,
  maxRules,
  muteAlertRule,
  previewAlertRule,
  readAlertSettings,
  saveAlertSettings,
} from '../contract.ts';
import { describeTermsFault } from '../rules/terms.ts';
import { readFirstState } from './begin.ts';
import { type Capacities, hasNormals, type RuleRecord, readRuleRecord } from './measures.ts';
import { readSettings } from './outbox.ts';
import { previewRule } from './preview.ts';
import { readRules, toAlertRule, writeState } from './rules.ts';

const entity = 'alert_rule';

/** Registers a person’s own rules, their past, and their firings. */
export function registerRuleRoutes(app: FastifyInstance, { store, reads, basin }: FeatureServices): void {
  const { capacities } = basin.siteFacts;

  registerEndpoint(app, listAlertRules, async ({ caller }) =>
    (await readRules(store, capacities, caller.subject)).map(toAlertRule),
  );

  registerEndpoint(app, previewAlertRule, async ({ body: { terms } }) => {
    const record = await requireRecord(reads, terms, capacities);
    return previewRule(reads, record, terms, new Date());
  });

  registerEndpoint(app, createAlertRule, async ({ caller: { subject }, body: { name = null, terms } }) =>
    changeRules(subject, async (tx) => {
      const record = await requireRecord(tx, terms, capacities);
      const rules = await readRules(tx, capacities, subject);
      if (rules.length >= maxRules)
        throw new HttpProblem(409, `You already have ${maxRules} rules. Delete one to make another.`);
      const [made] = await tx.query(
        sql`insert into alert_rule (subject, name, loc_ndx, parameter_ndx, terms)
          values (${subject}, ${name}, ${terms.loc_ndx}, ${terms.parameter_ndx},
            ${JSON.stringify(terms)}::text::jsonb) returning id`,
        z.object({ id: z.uuid() }),
      );
      if (!made) throw recordNotFound();
      await writeState(tx, made.id, await readFirstState(tx, record, terms, new Date()));
      const after = await requireRule(tx, subject, made.id);
      await audit(tx, { actor: subject, action: 'create', entity, entity_id: made.id, after });
      return after;
    }),
  );

  registerEndpoint(app, changeAlertRule, async ({ caller: { subject }, params: { id }, body }) =>
    changeRules(subject, async (tx) => {
      const { name = null, terms } = body;
      const before = await requireRule(tx, subject, id);
      const record = await requireRecord(tx, terms, capacities);
      await tx.query(
        sql`update alert_rule set name = ${name}, terms = ${JSON.stringify(terms)}::text::jsonb,
            loc_ndx = ${terms.loc_ndx}, parameter_ndx = ${terms.parameter_ndx}, updated_at = now()
          where id = ${id}::uuid`,
      );
      // A new name leaves the rule where it is.
      if (!isSameRule(before.terms, terms)) {
        await writeState(tx, id, await readFirstState(tx, record, terms, new Date()));
        // After the state, whose lock an evaluation that runs has until its firings are there.
        await tx.query(sql`delete from alert_firing where rule_id = ${id}::uuid`);
      }
      const after = await requireRule(tx, subject, id);
      await audit(tx, { actor: subject, action: 'update', entity, entity_id: id, before, after });
      return after;
    }),
  );

  registerEndpoint(app, muteAlertRule, async ({ caller: { subject }, params: { id }, body: { until } }) =>
    changeRules(subject, async (tx) => {
      const before = await requireRule(tx, subject, id);
      await tx.query(
        sql`update alert_rule set muted_until = ${until}::text::timestamptz, updated_at = now()
          where id = ${id}::uuid`,
      );
      const after = await requireRule(tx, subject, id);
      await audit(tx, { actor: subject, action: 'update', entity, entity_id: id, before, after });
      return after;
    }),
  );

  registerEndpoint(app, deleteAlertRule, async ({ caller: { subject }, params: { id } }) =>
    changeRules(subject, async (tx) => {
      const before = await requireRule(tx, subject, id);
      await tx.query(sql`delete from alert_rule where id = ${id}::uuid`);
      await audit(tx, { actor: subject, action: 'delete', entity, entity_id: id, before });
      return { id };
    }),
  );

  registerEndpoint(app, listAlertFirings, async ({ caller: { subject } }) =>
    store.query(
      sql`select f.id, f.rule_id, f.kind, ${isoInstantSql(sql`f.observed_at`)} as observed_at,
          ${isoInstantSql(sql`f.fired_at`)} as fired_at, f.mail, f.facts
        from alert_firing f join alert_rule r on r.id = f.rule_id join location l on l.loc_ndx = r.loc_ndx
        where r.subject = ${subject} and l.is_shown
        order by f.fired_at desc, f.observed_at desc, f.id limit 200`,
      AlertFiring,
    ),
  );

  registerEndpoint(app, readAlertSettings, async ({ caller }) => readSettings(store, caller.subject));

  registerEndpoint(app, saveAlertSettings, async ({ caller: { subject }, body }) =>
    changeRules(subject, async (tx) => {
      const before = await readSettings(tx, subject);
      const { time_zone, quiet_from, quiet_to } = body;
      if ((quiet_from === null) !== (quiet_to === null))
        throw badInput('body.quiet_to', 'Enter both times, or neither.');
      await tx.query(
        sql`insert into alert_person (subject, time_zone, quiet_from, quiet_to)
          values (${subject}, ${time_zone}, ${quiet_from}, ${quiet_to})
          on conflict (subject) do update set time_zone = excluded.time_zone, quiet_from = excluded.quiet_from,
            quiet_to = excluded.quiet_to, updated_at = now()`,
      );
      await audit(tx, {
        ...{ actor: subject, action: 'update', entity: 'alert_person', entity_id: subject },
        ...{ before, after: body },
      });
      return body;
    }),
  );

  /** Runs the changes of one person one after the other, so that the limit holds. */
  function changeRules<T>(subject: string, change: (tx: StoreTransaction) => Promise<T>): Promise<T> {
    return store.transaction(async (tx) => {
      await tx.query(sql`select pg_advisory_xact_lock(hashtext(${`${entity} ${subject}`}))`);
      return change(tx);
    });
  }

  /** @throws HttpProblem 404 where the person has no such rule */
  async function requireRule(from: Queryable, subject: string, id: string): Promise<AlertRule> {
    const found = (await readRules(from, capacities, subject)).find((each) => each.id === id.toLowerCase());
    if (!found) throw recordNotFound();
    return toAlertRule(found);
  }
}

/** Whether terms say the same; no clear level is null, too. */
function isSameRule(one: AlertTerms, other: AlertTerms): boolean {
  return isDeepStrictEqual({ clear_level: null, ...one }, { clear_level: null, ...other });
}

/** @throws HttpProblem 404 without such a record of a shown site, 400 for terms that it cannot have */
async function requireRecord(
  from: Queryable,
  terms: AlertTerms,
  capacities: Capacities,
): Promise<RuleRecord> {
  const record = await readRuleRecord(from, terms, capacities);
  if (!record) throw recordNotFound();
  const needsNormals =
    terms.kind === 'level' && (terms.measure === 'percentile' || terms.measure === 'percent_of_median');
  const fault = describeTermsFault(terms, {
    ...record,
    hasNormals: needsNormals && (await hasNormals(from, record)),
  });
  if (fault) throw badInput(`body.terms.${fault.field}`, fault.message);
  return record;
}
