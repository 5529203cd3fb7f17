import { describe, expect, test } from 'vitest';
import { outlookCodec } from '#features/outlook/screen/screen.ts';

const today = '2026-11-21';
const points = [
  { id: 'heise', label: 'Snake River near Heise', from: '04-01', to: '07-31' },
  { id: 'island-park', label: 'Henrys Fork near Island Park', from: '04-01', to: '06-30' },
];
const groups = [
  { id: 'system', label: 'The seven reservoirs', point: 'heise' },
  { id: 'ririe', label: 'Ririe', point: 'heise' },
];
const open = { point: 'heise', reservoir: undefined, issued: undefined };

describe('the address of the outlook', () => {
  const codec = outlookCodec({ points, fill: groups, today });

  test.each([
    ['', open, 0],
    ['point=heise&issued=2026-04-01', { ...open, issued: '2026-04-01' }, 0],
    ['point=island-park', { ...open, point: 'island-park' }, 0],
    // Island Park has no reservoirs here, and so nothing after its season.
    ['point=island-park&issued=2026-07-15', { ...open, point: 'island-park' }, 1],
    ['point=nowhere&issued=2026-04-01', { ...open, issued: '2026-04-01' }, 1],
    ['point=nowhere&issued=never', open, 2],
    ['point=&issued=', open, 2],
    ['issued=2026-04-01&issued=2020-04-01', { ...open, issued: '2026-04-01' }, 0],
    ['reservoir=ririe&issued=2026-11-01', { ...open, reservoir: 'ririe', issued: '2026-11-01' }, 0],
    ['reservoir=sea&issued=2026-11-22', open, 2],
    ['point=island-park&reservoir=ririe', { ...open, point: 'island-park' }, 1],
    ['reservoir=&issued=2024-02-29', { ...open, issued: '2024-02-29' }, 1],
  ])('reads “%s”', (query, choice, refusals) => {
    const read = codec.read(query);
    expect(read.value).toEqual(choice);
    expect(read.refused).toHaveLength(refusals);
  });

  test('is read as it was written', () => {
    const choice = { point: 'heise', reservoir: 'ririe', issued: '2025-12-03' };
    expect(codec.read(codec.write(choice))).toEqual({ value: choice, refused: [] });
  });

  test('says what is shown in place of an unknown point', () => {
    expect(codec.read('point=nowhere').refused).toEqual([
      'There is no point “nowhere”. This is Snake River near Heise.',
    ]);
  });
});
