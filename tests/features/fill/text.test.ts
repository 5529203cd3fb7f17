import { describe, expect, test } from 'vitest';
import {
  chanceNotes,
  describeChance,
  describeGain,
  describeMember,
  describeSpace,
} from '#features/fill/screen/fill-text.ts';
import { createFillExample } from './fill-example.ts';

describe('the fill in words', () => {
  const fill = createFillExample();

  test('says what is there, what is left, and what gain fills it', () => {
    expect(describeSpace(fill)).toBe(
      '2,980 KAF on Apr 1, 2026, 74 % of 4,050 KAF; 944 KAF (23 %) left to 97 %',
    );
    expect(describeGain(fill)).toMatch(
      /^A mean gain of 3,930 cfs over 121 days, to Jul 31, 2026, fills it\. \d+ of 39 years had this gain\.$/,
    );
  });

  test('says how full each reservoir is', () => {
    const [first] = fill.members;
    expect(first && describeMember(first)).toBe('600 KAF, 71 % full');
    expect(first && describeMember({ ...first, storage_af: null })).toBe('no value');
  });

  test('says when there is nothing to gain, or nothing known', () => {
    expect(describeSpace(createFillExample({ space_af: 0, required_cfs: 0 }))).toContain('97 % is reached');
    expect(describeGain(createFillExample({ space_af: 0, required_cfs: 0 }))).toBe(
      'Nothing more has to be gained.',
    );
    const unknown = createFillExample({ storage: null, space_af: null, required_cfs: null, chance: null });
    expect(describeSpace(unknown)).toBe('no storage on the issue day');
    expect(describeGain(unknown)).toBeUndefined();
    expect(chanceNotes(unknown)).toEqual([]);
  });

  test('gives the chance with its method and the median day', () => {
    expect(describeChance(fill)).toBe('62 % chance to reach 97 % by Jul 31, 2026');
    const withChance = (chance: number) =>
      describeChance({ ...fill, chance: fill.chance && { ...fill.chance, chance } });
    expect(withChance(0)).toBe('Less than 3 % chance to reach 97 % by Jul 31, 2026');
    expect(withChance(1)).toBe('More than 97 % chance to reach 97 % by Jul 31, 2026');
    expect(chanceNotes(fill)).toEqual([
      'By the storage and the outlook at Snake River near Heise, 3,420 KAF.',
      expect.stringMatching(/^Of the \d+ past years that reached it, half did so by Jun 12\.$/),
    ]);
  });

  test('says why it is climatology', () => {
    const { chance } = fill;
    if (!chance) throw new Error('The example has a chance.');
    const reason = 'On this day, storage and forecast explain the fill no better than past years do.';
    const climatology = createFillExample({
      chance: { ...chance, method: 'climatology', reason, median_day: null, years_reached: 0 },
    });
    expect(chanceNotes(climatology)).toEqual([
      'By climatology: the share of past years that reached it.',
      reason,
      'No past year has reached it between these days.',
    ]);
  });
});
