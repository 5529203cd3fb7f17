import type { InputField } from '#contract/fields.ts';
import { isInput } from '#contract/fields.ts';
import type { LookupName } from '#contract/lookups.ts';
import type { Model } from '#contract/model.ts';

/** Texts that break careless layouts. */
export const hostileTexts = {
  word: 'Hochwasserrueckhaltebecken'.repeat(12).slice(0, 300),
  link: `https://meetings.example.org/j/84512345678?pwd=${'aB3_dE6-fG9'.repeat(14)}&from=calendar_invitation_series`,
  emoji: '💧🌊👩🏽‍🌾🏔️🇺🇸'.repeat(8),
  rtl: 'اجتماع لجنة توزيع المياه في حوض النهر يوم الثلاثاء الساعة التاسعة صباحا '.repeat(3).trim(),
} as const;

type HostileKind = keyof typeof hostileTexts;
export const hostileKinds = Object.keys(hostileTexts) as HostileKind[];

/** A file name of 140 characters without a place to break. */
export const longFileName = `${'Annual_Water_Supply_Report_'.repeat(6).slice(0, 136)}.csv`;

type Parts = {
  kind: HostileKind;
  /** The id of an uploaded file. */
  file: unknown;
  /** The first entry of each lookup table. */
  lookups: Readonly<Record<LookupName, string>>;
  /** Ends texts and ids, so that no two records are the same. */
  suffix: string;
  /** Counts the records of the model. */
  at: number;
};

/** Creates content that is valid for a model and hostile in each of its text fields. */
export function hostileContent({ fields }: Model, parts: Parts): Record<string, unknown> {
  return Object.fromEntries(fields.filter(isInput).map((field) => [field.name, hostileValue(field, parts)]));
}

function hostileValue(field: InputField, { kind, file, lookups, suffix, at }: Parts): unknown {
  switch (field.kind) {
    case 'TEXT':
      if (field.format === 'url') return hostileTexts.link;
      if (field.format === 'identifier') return `${'X'.repeat(field.maxLength - suffix.length)}${suffix}`;
      return cut(hostileTexts[kind], field.maxLength - suffix.length) + suffix;
    case 'MULTILINE_TEXT':
      return cut(hostileKinds.map((each) => hostileTexts[each]).join('\n'), field.maxLength);
    case 'EMAIL':
      return `${'very.long.name.'.repeat(12)}x@example.org`;
    case 'DROPDOWN':
    case 'SPLIT_STRING_DROPDOWN':
      return 'options' in field.choices ? field.choices.options[0]?.value : lookups[field.choices.lookup];
    case 'NUMBER':
      return field.max ?? 1e9;
    case 'DATE':
      return `1901-01-0${at + 1}`;
    case 'TIME':
      return '23:59';
    case 'DATETIME':
      return field.name.startsWith('ends') ? '2199-12-31T23:59' : '1901-01-01T00:00';
    case 'CUSTOM':
      return field.custom === 'file' ? file : { latitude_dd: 43.123456, longitude_dd: -112.654321 };
  }
}

/** Cuts a text without leaving half a character. */
function cut(text: string, length: number): string {
  let result = '';
  for (const { segment } of new Intl.Segmenter('en').segment(text)) {
    if (result.length + segment.length > length) break;
    result += segment;
  }
  return result;
}
