import { atom } from 'nanostores';
import { afterEach, expect, test, vi } from 'vitest';
import { describeFinding } from '#domain/finding/finding.ts';
import { SiteHead } from '#features/site-page/screen/SiteHead.tsx';
import type { SiteScreen } from '#features/site-page/screen/site-screen.ts';
import { findings, gageFinding } from '../../support/finding.ts';
import { allowedTerms, classTerms, type Recorded, records, textOf } from '../../support/finding-text.ts';
import { gageRecord, heise } from './example.ts';

const today = '2026-11-23';

afterEach(() => {
  vi.useRealTimers();
});

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
  for (const word of text.match(classTerms) ?? []) expect(allowedTerms(finding, today)).toContain(word);
});

test.each([
  ['2026-11-23T18:00:00Z', false],
  ['2026-11-23T23:50:00Z', true],
])('the head says the latest reading at %s, and whether it is old', (now, isOld) => {
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
  const text = headText(finding);
  expect(text).toContain(`Reading ${said?.value} ${said?.claim}, provisional`);
  expect(text.includes('hours old')).toBe(isOld);
});

test('nothing that has ended has life in the head', () => {
  expect(headText(findings.ended as Recorded)).not.toMatch(/normal|percentile|median|in 1 day|in 7 days|%/);
});
