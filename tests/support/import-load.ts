import process from 'node:process';
import { parameterNdx } from '#domain/vocabulary.ts';
import { targetsOf } from '#ingest/basin/targets.ts';
import { ingest } from '#ingest/run.ts';
import { dayNumber, formatDay } from '#lib/calendar.ts';
import type { Store } from '#server/db/store.ts';
import { basin, quietImport } from './basin.ts';

/** Daily values of HydroMet, both as the service's CSV and as bare rows of the table. */
export type ImportLoad = {
  readonly count: number;
  readonly columns: readonly string[];
  readonly since: string;
  readonly fakeFetch: typeof fetch;
  /** Processor milliseconds spent on building responses, to be subtracted from the time of an import. */
  readonly buildMs: () => number;
};

const now = () => new Date('2026-03-09T18:00:00Z');
const last = dayNumber('2026-03-08');
const rowsPerCopy = 150_000;

/** A value that changes with the day and the series and passes every quality rule. */
const sample = (column: number, day: number) => ((column * 31 + day * 7) % 997) / 100;

/**
 * Creates a load of at least `count` values. It uses the basin's HydroMet columns, up to `maxColumns`, and begins as
 * early as needed to reach the count.
 */
export function createLoad(count: number, maxColumns = Infinity): ImportLoad {
  const columns = targetsOf(basin, 'usbr')
    .all.filter(({ target }) => target.parameter !== parameterNdx.storage)
    .map(({ key }) => key)
    .slice(0, maxColumns);
  const days = Math.ceil(count / columns.length);
  const first = last - days + 1;
  const columnIndexes = new Map(columns.map((column, at) => [column, at]));
  let buildMs = 0;
  const build = (url: URL) => {
    const names = (url.searchParams.get('list') ?? '').split(', ').map((name) => name.replace(' ', '_'));
    const from = Math.max(first, dayNumber(url.searchParams.get('start') ?? ''));
    const to = Math.min(last, dayNumber(url.searchParams.get('end') ?? ''));
    const lines = [`DateTime,${names.join(',')}`];
    for (let day = from; day <= to; day += 1) {
      lines.push(
        `${formatDay(day)},${names.map((name) => sample(columnIndexes.get(name) ?? 0, day).toFixed(2)).join(',')}`,
      );
    }
    return `${lines.join('\n')}\n`;
  };
  return {
    count: columns.length * days,
    columns,
    since: formatDay(first),
    fakeFetch: async (input) => {
      const began = process.threadCpuUsage();
      const text = build(new URL(String(input)));
      const { user, system } = process.threadCpuUsage(began);
      buildMs += (user + system) / 1000;
      return new Response(text);
    },
    buildMs: () => buildMs,
  };
}

export async function runImport({ columns, since, fakeFetch }: ImportLoad, store: Store) {
  return ingest(store, 'usbr', {
    ...quietImport,
    since,
    sites: columns,
    fetch: fakeFetch,
    now,
  });
}

/** How many values the database has, and how many of them have a flag. */
export async function countStored(store: Store) {
  const [row] = await store.query<{ n: number; flagged: number }>(
    'select count(*)::int as n, count(flag)::int as flagged from daily_value',
  );
  return row;
}

/** Writes the same rows to the same table with COPY only. Returns the milliseconds it took by a clock. */
export async function copyLoad(
  { columns, since }: ImportLoad,
  store: Store,
  readMs: () => number = () => performance.now(),
): Promise<number> {
  const first = dayNumber(since);
  let lines: string[] = [];
  let copyMs = 0;
  const flush = async () => {
    const csv = `${lines.join('\n')}\n`;
    lines = [];
    const began = readMs();
    await store.transaction((transaction) =>
      transaction.copy(
        'daily_value',
        ['loc_ndx', 'parameter_ndx', 'rdate', 'result_value_daily', 'approval', 'qualifier'],
        csv,
      ),
    );
    copyMs += readMs() - began;
  };
  for (const [at] of columns.entries()) {
    for (let day = first; day <= last; day += 1) {
      lines.push(`${at + 1},1,${formatDay(day)},${sample(at, day).toFixed(2)},P,`);
      if (lines.length >= rowsPerCopy) await flush();
    }
  }
  if (lines.length > 0) await flush();
  return copyMs;
}
