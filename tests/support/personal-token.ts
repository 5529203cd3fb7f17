import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import { accessTokenPrefix } from '#domain/access-token.ts';
import { todayInBasin } from '#lib/basin-clock.ts';
import { addDays } from '#lib/calendar.ts';
import { hashOfToken } from '#server/access/personal-tokens.ts';
import type { Queryable } from '#server/db/queryable.ts';

/** Gives a person an access token that is valid for some days. @returns its id, and what a script sends */
export async function insertToken(
  store: Queryable,
  subject: string,
  days = 60,
): Promise<{ id: string; secret: string }> {
  const secret = `${accessTokenPrefix}${randomBytes(32).toString('base64url')}`;
  const startsWith = secret.slice(0, accessTokenPrefix.length + 6);
  const endsOn = addDays(todayInBasin(new Date()), days);
  const [row] = await store.query(
    sql`insert into access_token (subject, name, token_hash, starts_with, ends_on)
      values (${subject}, 'Script', ${hashOfToken(secret)}, ${startsWith}, ${endsOn}::text::date)
      returning id::text as id`,
    z.object({ id: z.string() }),
  );
  return { id: row?.id ?? '', secret };
}
