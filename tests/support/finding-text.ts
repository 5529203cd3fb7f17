import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import type { FindingAnswer } from '#contract/finding.ts';
import { describeFinding } from '#domain/finding/finding.ts';
import { findings, gageWithReading } from './finding.ts';

export type Recorded = FindingAnswer & { readonly rdate: string; readonly value: number };

const { none: _, withheld: _withheld, ...known } = findings;
/** Findings that have a value, with the name of their state. */
export const records = Object.entries(known) as readonly [string, Recorded][];

/** The text that a reader sees, with the bars left out. */
export function textOf(node: ReactNode): string {
  return plainText(renderToStaticMarkup(node));
}

/** HTML as its text, with the bars left out. */
export function plainText(html: string): string {
  return html
    .replace(/<(style|svg|title)[\s\S]*?<\/\1>/g, '')
    .replace(/<\/(?:p|dd|dt|td|th|h1|caption)>|<div[^>]*>/g, ' ')
    .replace(/<[^>]+>/g, '')
    .replace(/&#x27;/g, '’');
}

/** The terms of any class, also of others than that of the record. */
const classTerms = /(?:much )?(?:above|below) normal|\bnormal,|on record|percentile|lowest|highest/g;

/** A text about a record has no terms of another class than that of the record. */
export function expectOwnTerms(text: string, finding: Recorded, today: string): void {
  const { standing, sentence } = describeFinding(finding, { today });
  const allowed = `${standing} ${sentence}`.match(classTerms) ?? [];
  for (const term of text.match(classTerms) ?? []) expect(allowed).toContain(term);
}

/** Tests that a place says the latest reading of a record, and how old a stale one is. */
export function testReading(place: string, textIn: (finding: Recorded) => string): void {
  test.each([
    ['2026-11-23T18:00:00Z', false],
    ['2026-11-23T23:50:00Z', true],
  ])(`the ${place} says the latest reading at %s, and whether it is old`, (now, isOld) => {
    vi.useFakeTimers({ now: new Date(now), toFake: ['Date'] });
    try {
      const finding = gageWithReading as Recorded;
      const said = describeFinding(finding, { today: '2026-11-23', now: new Date(now) }).reading;
      expect(said?.age).toBe(isOld ? '6 hours old' : undefined);
      const text = textIn(finding);
      expect(text).toContain(`Reading ${said?.value} ${said?.claim}, provisional`);
      expect(text.includes('hours old')).toBe(isOld);
    } finally {
      vi.useRealTimers();
    }
  });
}
