import type { Queryable } from './db/store.ts';

export type AuditEntry = {
  actor: string;
  action: string;
  entity: string;
  entity_id: string;
  before: unknown;
  after: unknown;
};

/** Leaves a line of who did what; in the transaction that does it, so that there is both or neither. */
export async function audit(
  transaction: Queryable,
  { actor, action, entity, entity_id, before, after }: AuditEntry,
): Promise<void> {
  const json = (value: unknown) => (value === undefined || value === null ? null : JSON.stringify(value));
  await transaction.query(
    `insert into audit_log (actor, action, entity, entity_id, before, after)
     values ($1, $2, $3, $4, $5::text::jsonb, $6::text::jsonb)`,
    [actor, action, entity, entity_id, json(before), json(after)],
  );
}
