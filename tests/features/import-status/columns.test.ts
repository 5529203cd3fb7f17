import { expect, test } from 'vitest';
import type { RecordFreshness } from '#contract/ingest-status.ts';
import {
  describeLateRecords,
  describeProblems,
  recordColumns,
  statusLabels,
} from '#features/import-status/screen/columns.ts';
import { createRecordFreshness } from '../../support/record-rows.ts';

const record = (state: RecordFreshness['state'], lag_days: number | null) =>
  createRecordFreshness({
    por_end: lag_days === null ? null : '2020-01-01',
    lag_days,
    state,
    is_late: state === 'late' || state === 'none',
  });

test('sorts late records first, the longest overdue on top', () => {
  const column = recordColumns.find(({ id }) => id === 'state');
  const records = [
    record('current', 1),
    record('ended', 3000),
    record('none', null),
    record('late', 6),
    record('late', 40),
  ];
  const sorted = records.toSorted((a, b) => Number(column?.sortKey?.(a)) - Number(column?.sortKey?.(b)));
  expect(sorted.map(({ state, lag_days }) => [state, lag_days])).toEqual([
    ['late', 40],
    ['late', 6],
    ['none', null],
    ['ended', 3000],
    ['current', 1],
  ]);
});

test('lists the first three of what did not arrive', () => {
  const problems = ['a', 'b', 'c', 'd'].map((name) => ({ name, message: `0 of some 57 days arrived` }));
  expect(describeProblems([])).toBeNull();
  expect(describeProblems(problems.slice(0, 1))).toBe('a: 0 of some 57 days arrived');
  expect(describeProblems(problems)).toMatch(/^a: .*; c: 0 of some 57 days arrived; and 1 more$/);
  expect(statusLabels.partial).toBe('Partial');
});

test('counts the late and the ended records', () => {
  expect(describeLateRecords([record('late', 6), record('ended', 3000), record('current', 1)])).toBe(
    '1 of 3 records late, 1 ended',
  );
  expect(describeLateRecords([record('current', 1)])).toBe('0 of 1 record late, 0 ended');
});
