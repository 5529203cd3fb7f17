import { gzipSync } from 'node:zlib';
import type { Mapping } from '#features/own-records/rules/mapping.ts';

/** A file of readings of a canal as it should be: a point as the decimal sign, the clocks of the basin. */
export const baseMapping: Mapping = {
  ...{ format: 'csv', delimiter: ',', header_line: 1, decimal: '.', date_order: 'MDY', zone: 'basin' },
  ...{ site: { column: 'site' }, time: ['time'], value: 'value' },
  ...{ parameter: 'Diversion', unit: 'cfs', row: 'reading', stamp: 'instant' },
};

const header = 'site,time,value';
const first = 'HEII,4/1/2026 10:00,5';
const last = 'HEII,4/1/2026 11:00,6';

/** A file with a wrong line between two right ones, the third line of the file. */
const withLine = (line: string) => `${header}\n${first}\n${line}\n${last}\n`;

export type WrongFile = {
  readonly name: string;
  readonly content: string | Buffer;
  readonly mapping?: Partial<Mapping>;
  /** The refused lines, each with a part of its reason. */
  readonly lines?: readonly (readonly [line: number, reason: string])[];
  /** How many values are stored all the same. */
  readonly stored?: number;
  /** A part of why the file is refused, or of what is asked. */
  readonly refusal?: string;
};

const times: Readonly<Record<string, readonly string[]>> = {
  'has no time': [''],
  'is not a date': [
    'yesterday',
    '46113.5',
    '1775000000',
    '4-1/2026 10:00',
    '4/1/2026 10',
    '4/1/2026 10h00',
    '#REF!',
    '2026/04',
    'Foo 4 2026',
  ],
  'has a year without four digits': ['4/1/26 10:00', '4/1/026 10:00'],
  'has no such month': ['13/4/2026 10:00', '0/1/2026 10:00'],
  'is a day that does not exist': ['4/31/2026 10:00', '2/29/2023 10:00', '2/29/1900 10:00', '4/0/2026 10:00'],
  'has a date without a time': ['4/1/2026'],
  'is not a time': [
    '4/1/2026 25:00',
    '4/1/2026 24:30',
    '4/1/2026 10:60',
    '4/1/2026 10:00:61',
    '4/1/2026 13:00 PM',
    '4/1/2026 0:30 AM',
  ],
  'in the hour that the clocks leave out': ['3/8/2026 2:30', '3/8/2026 2:00'],
  'in the hour that comes twice': ['11/2/2025 1:30', '11/2/2025 1:00'],
  'is in the future': ['4/1/2199 10:00', '4/11/2026 12:00'],
  'is before 1800': ['4/1/1700 10:00'],
  'has a zone of its own': ['4/1/2026 10:00Z', '4/1/2026 10:00-06:00'],
};

const notNumbers = [
  'abc',
  '0x10',
  '5 cfs',
  '5..2',
  '--5',
  '1.2.3',
  'TRUE',
  '#DIV/0!',
  '5-',
  '=A1',
  '<5',
  '>5',
  '5*',
  '1’000',
  '５',
  'Infinity',
];

const byTime: readonly WrongFile[] = Object.entries(times).flatMap(([reason, texts]) =>
  texts.map((text) => ({
    name: `the time "${text}"`,
    content: withLine(`HEII,${text},7`),
    lines: [[3, reason]] as const,
    stored: 2,
  })),
);

const byValue: readonly WrongFile[] = [
  ...notNumbers.map((text) => ({
    ...{ name: `the value ${text}`, content: withLine(`HEII,4/1/2026 10:30,${text}`) },
    ...{ lines: [[3, 'is not a number']] as const, stored: 2 },
  })),
  {
    ...{ name: 'a comma that may be a decimal sign', content: withLine('HEII,4/1/2026 10:30,"12,5"') },
    ...{ lines: [[3, 'has a comma that may be a decimal point']], stored: 2 },
  },
  {
    ...{ name: 'a number that is none in cfs', content: withLine(`HEII,4/1/2026 10:30,9${'0'.repeat(29)}`) },
    ...{ mapping: { unit: 'kcfs' }, lines: [[3, 'which stands for none']], stored: 2 },
  },
  {
    ...{ name: 'an exponent', content: withLine('HEII,4/1/2026 10:30,1e5') },
    ...{ lines: [[3, 'has lost digits to an exponent']], stored: 2 },
  },
  {
    ...{
      name: 'a point where the sign is a comma',
      content: withLine('HEII,4/1/2026 10:30,1.25'),
      mapping: { decimal: ',' },
    },
    ...{ lines: [[3, 'is not a number with a comma as its decimal sign']], stored: 2 },
  },
  {
    ...{
      name: 'an American number where the sign is a comma',
      content: withLine('HEII,4/1/2026 10:30,"1,234.5"'),
    },
    ...{ mapping: { decimal: ',' }, lines: [[3, 'is not a number with a comma']], stored: 2 },
  },
];

const bySite: readonly WrongFile[] = [
  ['NOBODY', 'which is no own site'],
  ['', 'which is no own site'],
  ['NEELEY-MINIDOKA', 'which is no own site'],
  ['W-7', 'which has no Diversion'],
].map(([site, reason = '']) => ({
  ...{ name: `the site "${site}"`, content: withLine(`${site},4/1/2026 10:30,7`) },
  ...{ lines: [[3, reason]] as const, stored: 2 },
}));

const byRow: readonly WrongFile[] = [
  {
    name: 'too few columns',
    content: withLine('HEII,4/1/2026 10:30'),
    lines: [[3, 'has 2 columns, and the header 3']],
    stored: 2,
  },
  {
    name: 'too many columns',
    content: withLine('HEII,4/1/2026 10:30,1,500'),
    lines: [[3, 'has 4 columns']],
    stored: 2,
  },
  {
    name: 'a last line that is cut off',
    content: `${header}\n${first}\nHEII,4/1/20`,
    lines: [[3, 'is cut off']],
    stored: 1,
  },
  {
    ...{
      name: 'a clock that was set back: two values of one time',
      content: withLine('HEII,4/1/2026 10:00,7'),
    },
    ...{
      lines: [
        [2, 'is not the only value of its time'],
        [3, 'is not the only value of its time'],
      ],
      stored: 1,
    },
  },
  {
    ...{
      name: 'two loggers of one site that disagree',
      content: `${header}\n${first}\n${last}\nHEII,4/1/2026 10:00,5\nHEII,4/1/2026 11:00,9\n`,
    },
    ...{
      lines: [
        [3, 'is not the only value'],
        [5, 'is not the only value'],
      ],
      stored: 1,
    },
  },
  {
    ...{
      name: 'a counter at the number at which it is 0 again',
      content: withLine('HEII,4/1/2026 10:30,1000'),
    },
    ...{
      mapping: { row: 'counter', unit: 'AF', counter: { wraps_at: 1000 } },
      lines: [[3, 'is not below 1000']],
      stored: 2,
    },
  },
  {
    ...{ name: 'a counter below 0', content: withLine('HEII,4/1/2026 10:30,-3') },
    ...{
      mapping: { row: 'counter', unit: 'AF', counter: 'reset' },
      lines: [[3, 'is a counter below 0']],
      stored: 2,
    },
  },
  {
    ...{
      name: 'a day before its month',
      content: withLine('HEII,4/13/2026 10:30,3'),
      mapping: { date_order: 'DMY' },
    },
    ...{
      lines: [
        [2, 'future'],
        [3, 'has no such month'],
        [4, 'future'],
      ].slice(1, 2) as [number, string][],
      stored: 2,
    },
  },
  {
    ...{
      name: 'stamps with an offset, where one has none',
      content: `${header}\nHEII,2026-04-01T10:00:00-06:00,5\nHEII,2026-04-01T11:00:00,6\n`,
    },
    ...{ mapping: { zone: 'stamp' }, lines: [[3, 'has a time without its zone']], stored: 1 },
  },
];

const daily: Partial<Mapping> = { row: 'daily mean' };
const byDay: readonly WrongFile[] = [
  {
    name: 'a time within a day',
    content: `${header}\nHEII,4/1/2026,5\nHEII,4/2/2026 8:00,5\n`,
    mapping: daily,
    lines: [[3, 'is a time within a day']],
    stored: 1,
  },
  {
    ...{
      name: 'a midnight of which nothing says what it is',
      content: `${header}\nHEII,4/1/2026,5\nHEII,4/2/2026 0:00,5\n`,
    },
    ...{ mapping: daily, lines: [[3, 'is midnight, and nothing says']], stored: 1 },
  },
  {
    name: 'a day to come',
    content: `${header}\nHEII,4/1/2026,5\nHEII,4/12/2026,5\n`,
    mapping: daily,
    lines: [[3, 'is after today']],
    stored: 1,
  },
  {
    ...{
      name: 'a day with two values',
      content: `${header}\nHEII,4/1/2026,5\nHEII,4/2/2026,5\nHEII,4/2/2026,6\n`,
    },
    ...{
      mapping: daily,
      lines: [
        [3, 'different values for one day'],
        [4, 'different values for one day'],
      ],
      stored: 1,
    },
  },
];

const whole: readonly WrongFile[] = [
  { name: 'only a header', content: `${header}\n`, refusal: '' },
  {
    name: 'an Excel workbook',
    content: Buffer.from('504b0304140000000800', 'hex'),
    refusal: 'Unpack it first',
  },
  { name: 'a file of gzip', content: gzipSync(withLine(last)), refusal: 'compressed with gzip' },
  { name: 'a PDF', content: '%PDF-1.7 …', refusal: 'The file is a PDF' },
  { name: 'an image', content: Buffer.from('89504e470d0a1a0a', 'hex'), refusal: 'an image' },
  { name: 'zero bytes', content: `${header}\nHEII,\0\0\0,1\n`, refusal: 'zero bytes' },
  {
    name: 'a quotation mark that is not closed',
    content: `${header}\n"HEII,4/1/2026 10:00,5\n${last}\n`,
    refusal: 'quotation mark is not closed',
  },
  { name: 'a page of HTML', content: '<!doctype html>\n<p>Not found\n', refusal: 'which column has the ids' },
  {
    name: 'another header',
    content: 'station,when,flow\nHEII,4/1/2026 10:00,5\n',
    refusal: 'which column has the ids',
  },
  {
    name: 'another sign between columns',
    content: withLine(last).replaceAll(',', ';'),
    refusal: 'which column has the ids',
  },
  {
    name: 'CSV that is said to be JSON',
    content: withLine(last),
    mapping: { format: 'json' },
    refusal: 'is not JSON',
  },
  {
    name: 'JSON that breaks off',
    content: '[{"site": "HEII", "time": "2026-04-01T10:00:00Z", "value": 1}, {"si',
    mapping: { format: 'json', zone: 'stamp' },
    refusal: 'breaks off',
  },
];

const saidToo: readonly (readonly [
  what: string,
  mapping: { [name in keyof Mapping]: Mapping[name] | undefined },
  question: string,
])[] = [
  ['no clock', { zone: undefined }, 'Of which clock are the times?'],
  ['nothing about stamps', { stamp: undefined }, 'Is a time the instant of its value'],
  ['no period of means', { stamp: 'end' }, 'How many minutes is the period'],
  ['no decimal sign', { decimal: undefined }, 'Is the decimal sign a point or a comma?'],
  ['no order of day and month', { date_order: undefined }, 'In which order are day, month and year?'],
  ['no unit', { unit: undefined }, 'Which unit are the values in?'],
  ['a unit of something else', { unit: '°C' }, '°C cannot be converted to cfs'],
  ['a unit that nobody knows', { unit: 'buckets' }, 'buckets cannot be converted to cfs'],
  ['a volume for a reading of flow', { unit: 'AF' }, 'AF cannot be converted to cfs'],
  ['a flow for a counter', { row: 'counter', counter: 'reset' }, 'cfs cannot be converted to AF'],
  ['a parameter that nobody knows', { parameter: 'Discharge' }, 'What are the values of?'],
  ['not what a row is', { row: undefined }, 'What is a row'],
  [
    'not what it means that a counter goes down',
    { row: 'counter', unit: 'AF' },
    'When the counter goes down',
  ],
  [
    'means of a counter',
    { row: 'counter', unit: 'AF', counter: 'reset', stamp: 'end' },
    'a counter is of an instant',
  ],
  [
    'hours of an instant',
    { parameter: 'Hours Pumped', unit: 'hours' },
    'Hours Pumped adds up over a day. Does a time begin the period',
  ],
  [
    'means of stages within a day',
    { stamp: 'end', period_minutes: 60, parameter: 'Stage', unit: 'ft' },
    'A stage is of an instant',
  ],
  ['a mean of stages', { row: 'daily mean', parameter: 'Stage', unit: 'ft' }, 'A stage has no mean'],
  [
    'a total of temperatures',
    { row: 'daily total', parameter: 'Air Temperature', unit: '°F' },
    'have no total',
  ],
];

const unsaid: readonly WrongFile[] = saidToo.map(([what, mapping, refusal]) => ({
  ...{ name: `a mapping with ${what}`, content: withLine('HEII,4/1/2026 10:30,3') },
  mapping: mapping as Partial<Mapping>,
  refusal,
}));

export const wrongFiles: readonly WrongFile[] = [
  ...byTime,
  ...byValue,
  ...bySite,
  ...byRow,
  ...byDay,
  ...whole,
  ...unsaid,
];
