import { describe, expect, test } from 'vitest';
import { fillDownloads } from '#features/fill/screen/fill-text.ts';
import { linesOf, textOf } from '../../support/season-files.ts';
import { createFillExample } from './fill-example.ts';

describe('the files of a fill', () => {
  const fill = createFillExample();
  const files = fillDownloads(fill);

  test('have every figure, and a row for each past year', () => {
    expect(textOf(files, 'Figures')).toContain('\r\nChance,62,%\r\n');
    expect(linesOf(textOf(files, 'Past years'))).toHaveLength(1 + fill.years.length);
    expect(linesOf(textOf(files, 'Reliability'))).toEqual([
      'Chance from (%),Chance to (%),Years,Expected to reach the target,Reached the target,Standard deviation',
      '10,20,9,1.2,1,1.02',
      '30,40,7,2.5,3,1.27',
      '50,60,8,4.4,4,1.41',
      '60,70,6,3.9,4,1.17',
      '70,80,9,6.6,7,1.33',
      '0,100,39,18.6,19,2.4',
    ]);
    expect(JSON.parse(textOf(files, 'Model')).chance).toEqual(fill.chance);
  });

  test('have addresses that name the choice', () => {
    expect(files.files.map(({ address }) => address)).toEqual([
      '/api/data/fill.csv?reservoir=system&issued=2026-04-01&by=2026-07-31&target=0.97&of=figures',
      '/api/data/fill.csv?reservoir=system&issued=2026-04-01&by=2026-07-31&target=0.97&of=years',
      '/api/data/fill.csv?reservoir=system&issued=2026-04-01&by=2026-07-31&target=0.97&of=reliability',
      '/api/fill/system?issued=2026-04-01&by=2026-07-31&target=0.97',
    ]);
  });
});
