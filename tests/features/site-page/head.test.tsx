import { atom } from 'nanostores';
import { expect, test } from 'vitest';
import { describeFinding } from '#domain/finding/finding.ts';
import { SiteHead } from '#features/site-page/screen/SiteHead.tsx';
import type { SiteScreen } from '#features/site-page/screen/site-screen.ts';
import { findings } from '../../support/finding.ts';
import { expectOwnTerms, type Recorded, records, testReading, textOf } from '../../support/finding-text.ts';
import { gageRecord, heise } from './example.ts';

const today = '2026-11-23';

function headText(finding: Recorded): string {
  const screen = { $choice: atom({ isLog: false }) } as unknown as SiteScreen;
  const record = { ...gageRecord, latest: finding };
  const described = describeFinding(finding, { today, now: new Date() });
  const site = { ...heise, capacity_af: finding.capacity };
  return textOf(
    <SiteHead screen={screen} site={site} record={record} described={described} content={undefined} />,
  );
}

test.each(records)('the head says the claim of the sentence, %s', (_state, finding) => {
  const described = describeFinding(finding, { today });
  const text = headText(finding);
  expect(text).toContain(described.claim);
  expect(text).toContain(described.value);
  expectOwnTerms(text, finding, today);
});

testReading('head', headText);

test('nothing that has ended has life in the head', () => {
  expect(headText(findings.ended as Recorded)).not.toMatch(/normal|percentile|median|in 1 day|in 7 days|%/);
});
