import { sql } from 'drizzle-orm/sql';
import type { Queryable } from './db/store.ts';

export type AuditEntry = {
  actor: string;
  action: string;
  entity: string;
  entity_id: string;
  before?: unknown;
  after?: unknown;
};

/** Records who did what. Takes the transaction that does it, so that both happen or neither. */
export async function audit(
  transaction: Queryable,
  { actor, action, entity, entity_id, before, after }: AuditEntry,
): Promise<void> {
  const json = (value: unknown) => (value === undefined || value === null ? null : JSON.stringify(value));
  await transaction.query(
    sql`insert into audit_log (actor, action, entity, entity_id, before, after)
      values (${actor}, ${action}, ${entity}, ${entity_id}, ${json(before)}::text::jsonb, ${json(after)}::text::jsonb)`,
  );
}
