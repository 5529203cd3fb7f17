import { describe, expect, test } from 'vitest';
import type { FindingAnswer } from '#contract/finding.ts';
import { describeFinding } from '#domain/finding/finding.ts';
import { toBriefTable } from '#features/today/files/brief-csv.ts';
import { partsOf } from '#features/today/rules/brief-parts.ts';
import { briefExample } from '../../support/brief-example.ts';
import { findings, gageWithReading } from '../../support/finding.ts';
import { expectOwnTerms, type Recorded, records } from '../../support/finding-text.ts';

const today = '2026-11-23';

/** The brief whose only records are rivers. */
const briefOf = (finding: FindingAnswer) => ({
  ...briefExample(today),
  storage: null,
  snow: [],
  springs: [],
  reaches: [],
  wells: [],
  moved: [],
  doubts: [],
  rivers: [{ actual: finding, natural: null }],
});

const cellOf = (finding: FindingAnswer) =>
  toBriefTable(briefOf(finding)).find((row) => row[4] === 'Value' && row[0] === 'Rivers')?.[9];

const rowOf = (finding: FindingAnswer, now?: Date) =>
  partsOf(briefOf(finding), today, { now }).groups[0]?.rows[0];

describe.each(records)('of a record, %s', (_state, finding: Recorded) => {
  const described = describeFinding(finding, { today });

  test('the bar of its row says the sentence', () => {
    const label = rowOf(finding)?.bar?.label ?? described.sentence;
    expect(label).toBe(described.sentence);
    expectOwnTerms(label, finding, today);
  });

  test('its row has parts of the finding', () => {
    const row = rowOf(finding);
    expect(row?.value).toBe(described.value);
    expect(row?.age).toBe(described.age);
    expect(row?.class?.text).toBe(described.class?.text.replace(/ for the date$/, ''));
    expect([described.standing, described.yearChange]).toContain(row?.text);
  });

  test('the file of the brief has the standing, or the change of a year where there is none', () => {
    expect([described.standing, described.yearChange]).toContain(cellOf(finding));
  });
});

test('a row says the latest reading, also where it is stale, and on no other day', () => {
  const finding = gageWithReading;
  for (const [time, age] of [
    ['2026-11-23T18:00:00Z', undefined],
    ['2026-11-23T23:50:00Z', '6 hours old'],
  ] as const) {
    const now = new Date(time);
    const said = describeFinding(finding, { today, now }).reading;
    expect(said?.age).toBe(age);
    expect(rowOf(finding, now)?.reading).toEqual({ text: `${said?.value} ${said?.claim}`, age });
  }
  expect(rowOf(finding)?.reading).toBeUndefined();
});

test('what is withheld says so, and nothing that has ended has life', () => {
  const { value, standing } = describeFinding(findings.withheld, { today });
  expect(rowOf(findings.withheld)).toMatchObject({ value, text: standing, bar: undefined, class: undefined });
  expect(cellOf(findings.withheld)).toBe(standing);
  const label = rowOf(findings.ended)?.bar?.label ?? describeFinding(findings.ended, { today }).sentence;
  expect(label).not.toMatch(/normal|percentile|median|in 1 day|in 7 days|%/);
});
