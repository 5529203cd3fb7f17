// Plain JavaScript: `npm test` prints its processor time in this unit, and the benchmarks hold their limits in it.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { nodeBinary } from './process.mjs';

const file = fileURLToPath(import.meta.url);
const rounds = 3;

/**
 * The machine's unit: the processor seconds of one fixed piece of work of the kinds that the portal does. A duration divided by
 * it says the same on a fast machine and on a slow one. It is the median of three rounds after one to warm up, in a process of
 * its own, so that neither the caller's heap nor its compiled code has a part in it; other processes hardly have.
 * @returns {Promise<number>} about 0.4 on a machine of 2024
 * @throws {Error} if the process failed
 */
export async function measureMachineUnit() {
  const { stdout } = await promisify(execFile)(nodeBinary(), [file, 'measure'], { timeout: 300_000 });
  const seconds = Number(stdout);
  if (!(seconds > 0)) throw new Error(`The machine's unit was measured as ${JSON.stringify(stdout)}.`);
  return seconds;
}

/** Processor seconds of one round, those of garbage collection and compilation included. */
function timeRound() {
  const before = process.cpuUsage();
  const sum = compute() + serialize() + sort() + searchMemory();
  const { user, system } = process.cpuUsage(before);
  // Without a use of the results, the compiler may leave the work out.
  if (!Number.isFinite(sum)) throw new Error('The unit of work is wrong.');
  return (user + system) / 1e6;
}

/** Numbers from 0 to 1, the same ones every time (Numerical Recipes' linear congruential generator). */
function createRandom() {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** As statistics and outlooks do: moving sums, logarithms and products over records of daily values. */
function compute() {
  const random = createRandom();
  const values = Float64Array.from({ length: 40 * 365 }, () => 1000 * random());
  let total = 0;
  for (let pass = 0; pass < 60; pass += 1) {
    let sum = 0;
    for (let day = 0; day < values.length; day += 1) {
      const value = values[day] ?? 0;
      sum += value - (values[day - 30] ?? 0);
      total += Math.log1p(value) * 0.1 + sum * Math.sin(day / 58);
    }
  }
  return total;
}

/** As answers and imports do: rows to text and back, dates and numbers parsed, a hash and bytes of it. */
function serialize() {
  const random = createRandom();
  let size = 0;
  for (let pass = 0; pass < 6; pass += 1) {
    const rows = Array.from({ length: 8000 }, (_, day) => ({
      site: `1303${day % 400}`,
      date: new Date(86_400_000 * day).toISOString().slice(0, 10),
      value: Math.round(100_000 * random()) / 100,
      approval: day % 3 === 0 ? 'P' : 'A',
    }));
    const json = JSON.stringify(rows);
    size += JSON.parse(json).length + createHash('sha256').update(json).digest().length;
    for (const line of json.split('},{')) size += Number(/"value":([\d.]+)/.exec(line)?.[1] ?? 0);
  }
  return size;
}

/** As lists and quantiles do. */
function sort() {
  const random = createRandom();
  const numbers = Array.from({ length: 60_000 }, random);
  const names = numbers.slice(0, 12_000).map((number) => `Snake River near ${number.toString(36)}`);
  numbers.sort((one, other) => one - other);
  names.sort((one, other) => (one < other ? -1 : 1));
  return (numbers[100] ?? 0) + (names[100]?.length ?? 0);
}

/** As a database does: keys looked up in tables larger than the processor's cache, and pages copied. */
function searchMemory() {
  const random = createRandom();
  const table = new Float64Array(2 ** 21);
  const index = new Map();
  for (let row = 0; row < 60_000; row += 1) index.set(`${row % 400}/${row}`, row);
  let sum = 0;
  for (let read = 0; read < 900_000; read += 1) {
    const at = (random() * table.length) | 0;
    table[at] = (table[at] ?? 0) + 1;
    sum += table[(at * 7) % table.length] ?? 0;
  }
  for (let read = 0; read < 150_000; read += 1) {
    const row = (random() * 60_000) | 0;
    sum += index.get(`${row % 400}/${row}`) ?? 0;
  }
  for (let page = 0; page < 1000; page += 1)
    table.copyWithin(page * 1024, (table.length >> 1) + page * 512, (table.length >> 1) + page * 512 + 1024);
  return sum;
}

if (process.argv[1] === file && process.argv[2] === 'measure') {
  const seconds = [];
  timeRound();
  for (let round = 0; round < rounds; round += 1) seconds.push(timeRound());
  seconds.sort((one, other) => one - other);
  console.log(seconds[Math.floor(rounds / 2)]);
}
