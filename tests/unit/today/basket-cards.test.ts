import { describe, expect, test } from 'vitest';
import type { SiteCard } from '#contract/basket.ts';
import { describeCard } from '#features/today/basket/card-text.ts';

const today = '2026-11-22';
type CardRecord = NonNullable<SiteCard['record']>;

const record: CardRecord = {
  parameter_ndx: 1,
  parameter_name: 'Streamflow',
  units_name: 'cfs',
  is_demonstration: false,
  interval_days: 1,
  rdate: '2026-11-21',
  value: 13_448,
  approval: 'P',
  previous: { rdate: '2026-11-20', value: 13_300 },
  class: 'above normal',
  recent: { start: '2026-10-22', days: [0, 1, 30], values: [1, 2, 3] },
};
const card = (changes: Partial<CardRecord> = {}): SiteCard => ({
  loc_ndx: 14,
  loc_id: '13037500',
  loc_name: 'Snake River near Heise',
  loc_type_name: 'Stream Gage',
  parameters: [],
  record: { ...record, ...changes },
});

describe('a card', () => {
  test('has the value, its age, change, class and line', () => {
    expect(describeCard(card(), today)).toEqual({
      subject: 'Streamflow',
      value: '13,400 cfs',
      isDemonstration: false,
      when: '1 day ago, provisional',
      change: '+148 cfs in 1 day',
      class: { text: 'above normal', tone: 'high' },
      state: 'current',
      warning: undefined,
      line: {
        label: 'The last 30 days of Streamflow at Snake River near Heise',
        xs: [0, 1, 30],
        ys: [1, 2, 3],
        reversed: false,
        maxGap: 1,
      },
    });
  });

  const depth = { parameter_ndx: 7, parameter_name: 'Depth to Water', units_name: 'ft', value: 51.5 };
  test.each([
    ['a value of today', { rdate: today, approval: 'A' }, { when: 'today', state: 'current' }],
    [
      'a late site',
      { rdate: '2026-11-10' },
      { when: '12 days ago, provisional', state: 'late', warning: 'Late: usually reports every day' },
    ],
    [
      'a site that has ended',
      { rdate: '2020-11-10', approval: 'A' },
      { when: '6 years ago', state: 'ended', warning: 'Ended: no value for two years' },
    ],
    ['a value without one before', { previous: null }, { change: undefined }],
    ['a value without a class', { class: null }, { class: undefined }],
    [
      'a single value in 30 days',
      { recent: { start: '2026-10-22', days: [30], values: [3] } },
      { line: undefined },
    ],
    [
      'a depth, whose water level falls as it grows',
      { ...depth, previous: { rdate: '2026-11-14', value: 51 }, class: 'below normal' as const },
      {
        value: '51.5 ft',
        change: 'water level −0.5 ft in 7 days',
        class: { text: 'water level below normal', tone: 'low' },
        line: expect.objectContaining({ reversed: true }),
      },
    ],
  ])('says what there is to say of %s', (_, changes, expected) => {
    expect(describeCard(card(changes), today)).toMatchObject(expected);
  });

  test('says that a site has no value yet', () => {
    expect(describeCard({ ...card(), record: null }, today)).toMatchObject({
      subject: 'Stream Gage',
      value: 'No value yet',
      when: undefined,
      line: undefined,
    });
  });
});
