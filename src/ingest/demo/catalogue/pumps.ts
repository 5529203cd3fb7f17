import type { DiversionRow } from './station.ts';

/** Diversion pumps: the columns of a canal. */
export const pumpRows: DiversionRow[] = [
  ['13053951', 'Southpipe Pump', 43.8414, -111.2439, 5930, '17040204', 1132, 2018],
  ['13053971', 'J. Ricks Pump', 43.8514, -111.2533, 6000, '17040204', 229, 2018],
  ['13054031', 'Boelky Pump', 43.8636, -111.2544, 6105, '17040204', 1871, 2018],
  ['13054042', 'Clementsville Pump', 43.8747, -111.2472, 6000, '17040204', 3432, 2018],
  ['13054111', 'Ray and John Brown Pump', 43.91, -111.2844, 6015, '17040204', 1951, 2018],
  ['13054420', 'Bob Parkinson Pump', 43.9194, -111.4594, 5560, '17040204', 3193, 2018],
  ['13054705', 'Val Schwiendiman Pump', 43.9144, -111.4653, 5550, '17040204', 4315, 2018],
  ['13054762', 'R. Brent Ricks Pump', 43.9192, -111.5147, 5310, '17040204', 1500, 2018],
  ['13054801', 'Canyon Creek Lateral Pump', 43.9033, -111.5381, 5340, '17040204', 3244, 2018],
  [
    'MCHI',
    'Michaud Canal at American Falls (Pumping Plant)',
    42.7792,
    -112.8722,
    4134,
    '17040206',
    30000,
    2018,
  ],
  ['13075900', 'Fort Hall Michaud Pump', 42.9283, -112.5667, 4450, '17040208', 40553, 2018],
  [
    '13085500',
    'A&B Irrigation District (Unit A pump canal)',
    42.543,
    -113.925,
    null,
    '17040209',
    60089,
    2018,
  ],
  ['13085800', 'PA Lateral Pump Canal', 42.5333, -113.9667, null, '17040209', 18154, 2018],
  ['13086000', 'Milner Irrigation Pump Canal', 42.5194, -114.01, 4134, '17040209', 63878, 2018],
];
