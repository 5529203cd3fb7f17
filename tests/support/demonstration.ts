import { writeDemoState } from '#server/db/demonstration.ts';
import type { Queryable } from '#server/db/store.ts';

/** Makes the portal of a test a demonstration, whatever its values are, or a real one. */
export function setDemonstration(store: Queryable, has_data: boolean): Promise<void> {
  return writeDemoState(store, { has_data, seeded_through: null, has_content: false });
}
