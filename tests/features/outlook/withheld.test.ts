import { expect, test } from 'vitest';
import { computeOutlook, rangeBasis } from '#features/outlook/rules/compute-outlook.ts';
import { describeReason, type OutlookReason } from '#features/outlook/rules/outlook-result.ts';
import type { OutlookCurrent, OutlookTraining } from '#features/outlook/rules/training.ts';
import { randomTraining } from './random-training.ts';

const training = randomTraining();
const values = training.predictors[3] ?? [];
const current: OutlookCurrent = { year: 2030, values, before: 0 };
/** Twelve predictors of nearly equal weight: three of them are about a quarter. */
const many = randomTraining({ predictors: 12 });
const manyValues = many.predictors[3] ?? [];
const late = (count: number) => manyValues.map((value, at) => (at < count ? undefined : value));

const unrelated = randomTraining({ isUnrelated: true });
const byOneYear: OutlookTraining = {
  ...unrelated,
  predictors: unrelated.predictors.with(
    9,
    values.map((value) => 20 * (value ?? 0)),
  ),
  volumes: unrelated.volumes.with(9, 25 * (unrelated.volumes[9] ?? 0)),
};

test.each<[string, OutlookTraining, OutlookCurrent, string[]]>([
  ['no training year', randomTraining({ years: 0 }), current, ['few-years']],
  ['one training year', randomTraining({ years: 1 }), current, ['few-years']],
  ['19 training years', randomTraining({ years: 19 }), current, ['few-years']],
  ['20 training years', randomTraining({ years: 20 }), current, []],
  ['19 years before the asked one', training, { ...current, year: 2010 }, ['few-years']],
  ['20 years before the asked one', training, { ...current, year: 2011 }, []],
  ['a late predictor among twelve', many, { ...current, values: late(1) }, []],
  ['half of the predictors late', many, { ...current, values: late(6) }, ['late-predictors']],
  ['all predictors late', many, { ...current, values: late(12) }, ['late-predictors']],
  // The F test finds a relation; what it says of the years that it has not seen is worth nothing.
  ['a relation that one year makes', byOneYear, current, ['no-skill']],
  ['volumes that nothing explains', randomTraining({ isUnrelated: true }), current, ['no-relation']],
  [
    'volumes that never vary',
    { ...training, volumes: training.volumes.map(() => 5e6) },
    current,
    ['no-relation'],
  ],
  [
    'no volume in any year',
    { ...training, volumes: training.volumes.map(() => 0) },
    current,
    ['no-relation'],
  ],
  ['volumes below zero', { ...training, volumes: training.volumes.map(() => -3) }, current, ['no-relation']],
  [
    'predictors that never vary',
    { ...training, predictors: training.predictors.map(() => values) },
    current,
    ['no-relation'],
  ],
  [
    'predictors without any value',
    { ...training, predictors: training.predictors.map((row) => row.map(() => undefined)) },
    current,
    ['no-relation'],
  ],
  [
    'no predictor',
    { ...training, predictors: training.years.map(() => []) },
    { ...current, values: [] },
    ['no-relation'],
  ],
])('with %s, an outlook is issued or withheld as the rules say', (_, given, asked, codes) => {
  const result = computeOutlook(given, asked);
  expect(result.kind === 'withheld' ? result.reasons.map(({ code }) => code) : []).toEqual(codes);
  expect(result.predictors).toHaveLength(asked.values.length);
  // No figure of a screen is NaN.
  expect(JSON.stringify(result, (__, value) => (Number.isNaN(value) ? 'not a number' : value))).not.toContain(
    'not a number',
  );
});

test.each<[string, Partial<OutlookTraining>, Partial<OutlookCurrent>, string]>([
  ['a year without a volume', { volumes: training.volumes.slice(1) }, {}, 'every training year needs'],
  [
    'a year without predictors',
    { predictors: training.predictors.slice(1) },
    {},
    'every training year needs',
  ],
  ['a year without what came before', { before: [] }, {}, 'every training year needs'],
  ['years in disorder', { years: training.years.toReversed() }, {}, 'training years ascend'],
  ['a year twice', { years: training.years.with(1, training.years[0] ?? 0) }, {}, 'training years ascend'],
  ['a predictor too few', {}, { values: values.slice(1) }, 'has the predictors of the issue day'],
  ['a volume that is no number', { volumes: training.volumes.with(0, Number.NaN) }, {}, 'finite numbers'],
  ['an infinite predictor', {}, { values: values.with(0, Number.POSITIVE_INFINITY) }, 'finite numbers'],
  ['a volume before that is no number', {}, { before: Number.NaN }, 'finite numbers'],
])('rejects %s', (_, changed, changedDay, message) => {
  expect(() => computeOutlook({ ...training, ...changed }, { ...current, ...changedDay })).toThrow(message);
});

test.each<[OutlookReason, string]>([
  [{ code: 'few-years', years: 12 }, 'Only 12 past years can be used; an outlook needs 20.'],
  [{ code: 'few-years', years: 1 }, 'Only 1 past year can be used; an outlook needs 20.'],
  [
    { code: 'late-predictors', late: 6, predictors: 21, weight: 0.31 },
    '6 of 21 predictors have no value yet; they carry 31 % of the weight, more than 25 %.',
  ],
  [
    { code: 'no-relation', years: 39 },
    'In 39 past years, these predictors do not explain the flow on this day.',
  ],
  [
    { code: 'no-skill', nse: 0.031, low: -0.24 },
    'On this issue day, forecasts of past years were hardly better than their mean: the Nash–Sutcliffe efficiency was 0.03, and above −0.24 with a chance of 95 %. An outlook needs 0.05 and more than 0.',
  ],
  [
    { code: 'no-skill', nse: -0.1, low: -0.24 },
    'On this issue day, forecasts of past years were no better than their mean: the Nash–Sutcliffe efficiency was −0.10, and above −0.24 with a chance of 95 %. An outlook needs 0.05 and more than 0.',
  ],
  [
    { code: 'regulated' },
    'This flow is regulated: what reservoirs store and release does not follow from the snow.',
  ],
  [{ code: 'missing-flow', days: 5 }, 'The observed flow of the period lacks 5 days, more than 3.'],
])('says %j in a sentence', (reason, sentence) => {
  expect(describeReason(reason)).toBe(sentence);
});

test.each<[string, number[], number]>([
  ['seven past errors', Array.from({ length: 7 }, () => 0.1), 1.25],
  ['eight past errors that were small', Array.from({ length: 8 }, () => 0.1), 1],
  ['eight past errors as large as they should be', Array.from({ length: 8 }, () => 1), 1],
  ['eight past errors that were large', Array.from({ length: 8 }, () => -1.5), 1.5],
])('with %s, ranges are never narrower than theory’s', (_, errors, factor) => {
  expect(rangeBasis(errors).factor).toBeCloseTo(factor, 12);
});
