import { afterEach, expect, test, vi } from 'vitest';
import type { FindingAnswer } from '#contract/finding.ts';
import { describeFinding } from '#domain/finding/finding.ts';
import { Cards } from '#features/basket/screen/Cards.tsx';
import { findings, gageFinding } from '../../support/finding.ts';
import { allowedTerms, classTerms, type Recorded, records, textOf } from '../../support/finding-text.ts';

const today = '2026-11-23';

afterEach(() => {
  vi.useRealTimers();
});

function cardText(finding: FindingAnswer): string {
  const { loc_ndx, loc_id, loc_name } = finding;
  const card = { loc_ndx, loc_id, loc_name, loc_type_name: 'Gage', parameters: [], record: finding };
  return textOf(<Cards places={[{ site: loc_ndx, card }]} today={today} isFailed={false} edit={undefined} />);
}

test.each(records)('a card says of a record what every place does: %s', (_state, finding) => {
  const described = describeFinding(finding, { today });
  const text = cardText(finding);
  expect(text).toContain(described.standing);
  expect(text).toContain(described.value);
  for (const each of [described.age, described.change, described.date])
    if (each !== undefined) expect(text).toContain(each);
  for (const word of text.match(classTerms) ?? []) expect(allowedTerms(finding, today)).toContain(word);
});

test.each([
  ['2026-11-23T18:00:00Z', false],
  ['2026-11-23T23:50:00Z', true],
])('a card says the latest reading at %s, and whether it is old', (now, isOld) => {
  vi.useFakeTimers({ now: new Date(now), toFake: ['Date'] });
  const reading = {
    time: '2026-11-23T17:45:00Z',
    value: 1790,
    approval: 'P',
    interval_minutes: 15,
    change_per_hour: 12,
  } as const;
  const finding = { ...gageFinding, reading } as Recorded;
  const said = describeFinding(finding, { today, now: new Date(now) }).reading;
  const text = cardText(finding);
  expect(text).toContain(`Reading ${said?.value} ${said?.claim}, provisional`);
  expect(text.includes('hours old')).toBe(isOld);
});

test('what is withheld says so, and nothing that has ended has life', () => {
  const { value, standing } = describeFinding(findings.withheld, { today });
  const text = cardText(findings.withheld);
  expect(text).toContain(value);
  expect(text).toContain(standing);
  expect(cardText(findings.ended)).not.toMatch(/normal|percentile|median|in 1 day|in 7 days|%/);
});
