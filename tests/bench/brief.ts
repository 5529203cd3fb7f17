import { briefRequestOf } from '#contract/basin-requests.ts';
import { addDays, dayNumber, yesterdayInBasin } from '#lib/calendar.ts';
import type { Store } from '#server/db/store.ts';
import { readBriefOf } from '#server/modules/brief/brief.ts';
import { basin } from '../support/basin.ts';
import { accountScope } from '../support/finding.ts';
import type { BenchResult } from './measure.ts';
import { measureInTurn, type RecordDatabases } from './record-databases.ts';

/** Each round asks for another day, so that no answer is that of a cache. */
const rounds = 60;

const request = briefRequestOf(basin);

/**
 * Measures the brief of past days without any cache, on the embedded demonstration and on PostgreSQL among 3.3 million
 * values, and on PostgreSQL among 33 million. Without a server on this machine there are no results of PostgreSQL.
 */
export async function benchBrief(
  demo: Store,
  { stores, unavailable }: RecordDatabases,
): Promise<BenchResult[]> {
  const through = yesterdayInBasin(new Date());
  const readBrief = (store: Store, round: number) =>
    readBriefOf(store, request, dayNumber(addDays(through, -round * 97)), accountScope);
  const [embedded = Number.NaN] = await measureInTurn([demo], rounds, readBrief);
  const what = 'Brief of a day, uncached, among 3.3 million values';
  const results: BenchResult[] = [{ what: `${what}, embedded`, value: embedded, unit: 'ms', limit: 50 }];
  if (unavailable) console.log(`      The brief was not measured on PostgreSQL: ${unavailable}.`);
  const [few, many] = await measureInTurn(stores, rounds, readBrief);
  if (few === undefined) return results;
  results.push({ what: `${what}, PostgreSQL`, value: few, unit: 'ms', limit: 50 });
  if (many === undefined) return results;
  const detail = `${many.toFixed(1)} ms among 33 million values, ${few.toFixed(1)} ms among 3.3 million`;
  const ratio = { what: 'Brief among ten times as many values', value: many / few, unit: '×', limit: 1.2 };
  return [...results, { ...ratio, detail }];
}
