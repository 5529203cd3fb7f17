import { briefRequestOf } from '#contract/basin/basin-requests.ts';
import { readBriefOf } from '#features/today/server/brief.ts';
import { addDays, dayNumber, yesterdayInBasin } from '#lib/calendar.ts';
import type { Store } from '#server/db/store.ts';
import { type BenchResult, measureProcessor } from '../../bench/measure.ts';
import { type BenchStores, measureInTurn } from '../../bench/record-databases.ts';
import { basin } from '../../support/basin.ts';
import { accountScope } from '../../support/finding.ts';

/** Each round asks for another day, so that no answer is that of a cache. */
const rounds = 24;

const request = briefRequestOf(basin);

/**
 * Measures the brief of past days without any cache, on the embedded demonstration of 3.3 million values, on PostgreSQL, and
 * there among four times as many values. Without a server on this machine there are no results of PostgreSQL.
 */
export async function bench(of: BenchStores): Promise<BenchResult[]> {
  const demo = await of.demo();
  const { stores, unavailable } = await of.databases();
  const through = yesterdayInBasin(new Date());
  const readBrief = (store: Store, round: number) =>
    readBriefOf(store, request, dayNumber(addDays(through, -round * 97)), accountScope);
  let round = 0;
  const ms = await measureProcessor(rounds, () => {
    round += 1;
    return readBrief(demo, round);
  });
  const results: BenchResult[] = [{ what: 'Brief of a day, uncached, embedded', ms, limit: 85 }];
  if (unavailable) console.log(`      The brief was not measured on PostgreSQL: ${unavailable}.`);
  const [embedded = Number.NaN, few, many] = await measureInTurn([demo, ...stores], rounds, readBrief);
  if (few === undefined) return results;
  results.push({
    what: 'Brief on PostgreSQL, against the embedded one',
    value: few / embedded,
    unit: '×',
    limit: 1.2,
    detail: `${few.toFixed(1)} ms against ${embedded.toFixed(1)} ms`,
  });
  if (many === undefined) return results;
  const detail = `${many.toFixed(1)} ms against ${few.toFixed(1)} ms`;
  const ratio = { what: 'Brief among four times as many values', value: many / few, unit: '×', limit: 1.25 };
  return [...results, { ...ratio, detail }];
}
