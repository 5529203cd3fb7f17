import { describe, expect, test } from 'vitest';
import {
  delivererOf,
  describeOrigin,
  describeSource,
  originLabel,
  originOf,
  valueOrigin,
} from '#domain/demonstration.ts';

describe('who delivered values', () => {
  test.each([
    ['the source of the site', 'usgs', 'USGS', 'USGS'],
    ['another source than the site’s agency', 'usbr', 'USGS', 'USBR HydroMet'],
    ['another source the other way', 'usgs', 'USBR HydroMet', 'USGS'],
    ['a source of several providers, by the site', 'usbr', 'USBR AgriMet', 'USBR AgriMet'],
    ['a calculation that is delivered', 'idwr', 'Calculation', 'IDWR Accounting'],
    ['wells of the state', 'aquainfo', 'IDWR', 'IDWR AquaInfo'],
    ['no source', null, 'NRCS Snotel', 'NRCS Snotel'],
    ['a person', 'entry', 'IDWR', 'Entered by hand'],
    ['a source that is not known', 'canal-company', 'IDWR', 'canal-company'],
    ['a name of every object', 'constructor', 'IDWR', 'constructor'],
  ])('is %s', (_, source, provider, expected) => {
    expect(delivererOf({ source, provider })).toBe(expected);
  });

  test('is a person where a value was entered by hand, which is not synthetic', () => {
    const series = { source: null, is_demonstration: true };
    expect(valueOrigin(series, 'e')).toEqual(series);
    expect(valueOrigin(series, null)).toEqual(series);
    expect(valueOrigin(series, 'entry')).toEqual({ source: 'entry', is_demonstration: false });
  });
});

describe('what rests on synthetic values', () => {
  const [real, synthetic] = [{ is_demonstration: false }, { is_demonstration: true }];
  test.each([
    ['nothing', [], 'none', 'Measured', undefined],
    ['measured series', [real, real], 'none', 'Measured', undefined],
    ['some', [real, synthetic], 'some', 'Partly demonstration', /^Some values are synthetic/],
    ['all', [synthetic], 'all', 'Demonstration', /^Synthetic demonstration values/],
  ] as const)('is said of %s', (_, series, origin, label, note) => {
    expect(originOf(series)).toBe(origin);
    expect(originLabel(origin)).toBe(label);
    if (note) expect(describeOrigin(origin)).toMatch(note);
    else expect(describeOrigin(origin)).toBeUndefined();
  });

  test('names the deliverers and the synthetic series', () => {
    const series = (name: string, source: string | null, isDemonstration = false) => ({
      name,
      provider: 'USGS',
      source,
      isDemonstration,
    });
    expect(describeSource([series('Heise', 'usbr'), series('Milner', null, true)])).toBe(
      'USBR HydroMet, USGS. Synthetic demonstration values: Milner',
    );
  });
});
