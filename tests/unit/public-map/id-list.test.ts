import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchIds, parseIdList } from '#features/public-map/screen/derived.ts';
import { forAll } from '../../support/for-all.ts';

describe('parseIdList', () => {
  it('removes spaces, raises case, splits on commas and drops duplicates', () => {
    expect(parseIdList(' heii, 13 037 500 ,HEII,, isli ')).toEqual(['HEII', '13037500', 'ISLI']);
    expect(parseIdList(' , ,')).toEqual([]);
  });

  it('is idempotent', () =>
    forAll([fc.string()], 100, (text) => {
      const ids = parseIdList(text);
      expect(parseIdList(ids.join(','))).toEqual(ids);
    }));
});

describe('matchIds', () => {
  const sites = [
    { loc_ndx: 7, loc_id: 'HEII' },
    { loc_ndx: 8, loc_id: '13 037 500' },
    { loc_ndx: 9, loc_id: 'isli' },
  ];

  it('finds by agency id and by index, and returns the unknown ids', () => {
    const { found, unknown } = matchIds(sites, parseIdList('heii, 13037500, 9, nope'));
    expect(found.map(({ loc_ndx }) => loc_ndx)).toEqual([7, 8, 9]);
    expect(unknown).toEqual(['NOPE']);
  });
});
