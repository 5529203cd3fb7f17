import path from 'node:path';

const folder = 'src/server/db/migrations';

/**
 * The files of a new migration: its SQL and the list of the migrations' times. The SQL is empty, or, with `like`, creates a
 * table of the shape of another one.
 * @param {string} name
 * @param {{ like?: string | undefined, now: Date, read: (file: string) => string | undefined }} options
 * @returns {readonly { file: string, before: string | undefined, text: string }[]}
 */
export function planMigration(name, { like, now, read }) {
  const timesFile = path.posix.join(folder, 'times.json');
  const before = read(timesFile) ?? '{}';
  const times = JSON.parse(before);
  const [last = '', when = 0] = Object.entries(times).at(-1) ?? [];
  const tag = `${String(Number.parseInt(last, 10) + 1).padStart(4, '0')}_${name}`;
  times[tag] = Math.max(now.getTime(), when + 1);
  const text = like ? `CREATE TABLE "${name}" (LIKE "${like}" INCLUDING ALL);\n` : '';
  return [
    { file: path.posix.join(folder, `${tag}.sql`), before: undefined, text },
    { file: timesFile, before, text: `${JSON.stringify(times, null, 2)}\n` },
  ];
}
