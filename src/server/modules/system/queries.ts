import { eq } from 'drizzle-orm';
import { portalState } from '../../db/schema.ts';
import type { Store } from '../../db/store.ts';

/** Whether the database holds the demonstration data. */
export async function hasDemoData({ db }: Store): Promise<boolean> {
  const [row] = await db
    .select({ value: portalState.value })
    .from(portalState)
    .where(eq(portalState.key, 'demo_data'));
  return row !== undefined && row.value !== false && row.value !== null;
}
