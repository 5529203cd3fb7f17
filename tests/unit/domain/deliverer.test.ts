import { describe, expect, test } from 'vitest';
import { delivererOf, describeDeliverers, sourceOfValue } from '#domain/deliverer.ts';

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

  test('is a person where a value was entered by hand', () => {
    expect(sourceOfValue('usbr', 'e')).toBe('usbr');
    expect(sourceOfValue(null, null)).toBeNull();
    expect(sourceOfValue('usbr', 'entry')).toBe('entry');
  });

  test('is named once for all of its series', () => {
    const series = (source: string | null) => ({ provider: 'USGS', source });
    expect(describeDeliverers([series(null), series('usbr'), series('usgs')])).toBe('USBR HydroMet, USGS');
  });
});
