import { expect, test } from 'vitest';
import type { FindingAnswer } from '#contract/finding.ts';
import { describeFinding } from '#domain/finding/finding.ts';
import { Cards } from '#features/basket/screen/Cards.tsx';
import { findings } from '../../support/finding.ts';
import { expectOwnTerms, records, testReading, textOf } from '../../support/finding-text.ts';

const today = '2026-11-23';

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
  expectOwnTerms(text, finding, today);
});

testReading('card', cardText);

test('what is withheld says so, and nothing that has ended has life', () => {
  const { value, standing } = describeFinding(findings.withheld, { today });
  const text = cardText(findings.withheld);
  expect(text).toContain(value);
  expect(text).toContain(standing);
  expect(cardText(findings.ended)).not.toMatch(/normal|percentile|median|in 1 day|in 7 days|%/);
});
