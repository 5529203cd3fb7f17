import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { FindingAnswer } from '#contract/finding.ts';
import { describeFinding } from '#domain/finding/finding.ts';
import { findings } from './finding.ts';

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
export const classTerms = /(?:much )?(?:above|below) normal|\bnormal,|on record|percentile|lowest|highest/g;

/** The terms of classes that a text about a record may have. */
export function allowedTerms(finding: Recorded, today: string): ReadonlySet<string> {
  const { standing, sentence } = describeFinding(finding, { today });
  return new Set(`${standing} ${sentence}`.match(classTerms) ?? []);
}
