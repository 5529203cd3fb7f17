import { describe, expect, test } from 'vitest';
import { describeQuantity, formatDischarge, formatQuantity } from '#domain/quantity.ts';

describe('a discharge', () => {
  test.each([
    [0, '0'],
    [0.004, '0'],
    [-0.004, '0'],
    [0.456, '0.46'],
    [0.994, '0.99'],
    [0.996, '1.0'],
    [3.14, '3.1'],
    [9.94, '9.9'],
    [9.96, '10'],
    [45.6, '46'],
    [999.4, '999'],
    [999.6, '1,000'],
    [1544, '1,540'],
    [12_345, '12,300'],
    [-1487.94, '−1,490'],
    [-0.456, '−0.46'],
  ])('of %d cfs is written as %s', (value, text) => {
    expect(formatDischarge(value)).toBe(text);
  });
});

test.each([
  [4_689_712.4, 'AF', '4,689,712', '4,690 KAF'],
  [583.4, 'AF', '583', '583 AF'],
  [-0.4, 'AF', '0', '−0.4 AF'],
  [12_345, 'cfs', '12,300', '12,300 cfs'],
  [8.7, 'in', '8.7', '8.7 in'],
  [270.9, 'ft', '270.9', '270.9 ft'],
  [45.26, '°F', '45.26', '45.26 °F'],
])('%d %s is %s in a table, and %s in a sentence', (value, unit, inTable, inSentence) => {
  expect(formatQuantity(value, unit)).toBe(inTable);
  expect(describeQuantity(value, unit)).toBe(inSentence);
});
