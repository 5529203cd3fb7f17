import { expect, test } from 'vitest';
import { createTally } from '../../../src/commands/support/cpu-time.mjs';

const tests = (pid: string) => (pid === '2' ? 'tests' : undefined);
const stat = (pid: string, parent: number, ticks: number, reapedTicks = 0) => ({
  pid,
  parent,
  ticks,
  reapedTicks,
  start: '1',
});

test('adds the time of ended children to that of who waited for them, once', () => {
  const tally = createTally();
  tally.add([stat('1', 0, 50), stat('2', 1, 100), stat('3', 2, 200)], tests);
  expect(tally.seconds()).toEqual({ tests: 3 });
  // The child took 300 before it ended.
  tally.add([stat('1', 0, 50), stat('2', 1, 100, 300)], tests);
  expect(tally.seconds()).toEqual({ tests: 4 });
  // And one that no sample saw took 40.
  tally.add([stat('1', 0, 50), stat('2', 1, 100, 340)], tests);
  expect(tally.seconds()).toEqual({ tests: 4.4 });
});

test('keeps what it saw of a process whose parent had ended', () => {
  const tally = createTally();
  tally.add([stat('1', 0, 0), stat('2', 1, 100), stat('3', 2, 200)], tests);
  tally.add([stat('1', 0, 0, 100), stat('3', 1, 250, 50)], tests);
  expect(tally.seconds()).toEqual({ tests: 4 });
  tally.add([stat('1', 0, 0, 100)], tests);
  expect(tally.seconds()).toEqual({ tests: 4 });
});

test('counts a parent and a child that ended together as they were last', () => {
  const tally = createTally();
  tally.add([stat('1', 0, 0), stat('2', 1, 100), stat('3', 2, 200)], tests);
  tally.add([stat('1', 0, 0, 300)], tests);
  expect(tally.seconds()).toEqual({ tests: 3 });
});

test('leaves out what is of no part', () => {
  const tally = createTally();
  tally.add([stat('1', 0, 0), stat('4', 1, 900)], tests);
  expect(tally.seconds()).toEqual({});
});
