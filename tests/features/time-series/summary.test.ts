import { expect, test } from 'vitest';
import { emptySelection, type Selection } from '#features/time-series/rules/selection.ts';
import { describeSelection } from '#features/time-series/screen/notes.ts';

const names = {
  parameters: [
    { parameter_ndx: 1, parameter_name: 'Streamflow' },
    { parameter_ndx: 7, parameter_name: 'Depth to Water' },
  ],
  locations: [{ loc_ndx: 10, loc_name: 'Snake River near Heise' }],
};
const left = { parameter: 1, locations: [10] };
const right = { parameter: 7, locations: [20, 21] };

test.each<[string, Partial<Selection>, string]>([
  [
    'both axes and their dates',
    { left, right, start: '2020-10-01', end: '2022-09-30' },
    'Streamflow at Snake River near Heise · Depth to Water at 2 locations · Oct 1, 2020 to Sep 30, 2022',
  ],
  ['one axis only', { left, right, oneAxis: true }, 'Streamflow at Snake River near Heise · full record'],
  [
    'an open beginning and an earlier day of knowledge',
    { left, end: '2022-09-30', knownOn: '2022-10-15' },
    'Streamflow at Snake River near Heise · from the beginning of the record to Sep 30, 2022, as known on Oct 15, 2022',
  ],
  [
    'a location that the lists do not have',
    { left: { parameter: 1, locations: [99] }, start: '2020-10-01' },
    'Streamflow at 1 location · Oct 1, 2020 to the end of the record',
  ],
  ['nothing chosen', {}, 'full record'],
])('describes %s', (_, selection, expected) => {
  expect(describeSelection({ ...emptySelection, ...selection }, names)).toBe(expected);
});
