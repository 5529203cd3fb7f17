import { atom } from 'nanostores';
import { describe, expect, it } from 'vitest';
import { type ChartYears, createMoreYears } from '#season/years/chart-years.ts';
import { compareGroups, compareMenu } from '#season/years/compare-with.ts';
import { fakeServer } from '../../support/fake-server.ts';

const offered = ['Minimum', 'Median', 'Maximum', '2027', '2026', '2021', '2003', '2001', '1994'];
const options = {
  chosen: ['Median', '2027', '2021'],
  offered,
  today: '2026-11-21',
  droughtYears: [1977, 2001, 2021],
};

describe('Compare with', () => {
  it('offers what the chart has, and what is chosen of it', () => {
    const more = [{ label: 'Wet years', years: [2021, 1994, 1980] }];
    expect(compareGroups({ ...options, more })).toEqual([
      { label: 'Median', series: ['Median'], isChosen: true },
      { label: 'Last year', series: ['2026'], isChosen: false },
      { label: 'Drought years', series: ['2001', '2021'], isChosen: false },
      { label: 'Wet years', series: ['2021', '1994'], isChosen: false },
    ]);
    expect(compareGroups({ ...options, offered: ['Median'], more: [{ label: 'Wet years' }] })).toHaveLength(
      1,
    );
    expect(compareGroups({ ...options, offered: [], more })).toEqual([]);
  });

  it('adds the years of a group, and removes them where all are chosen', () => {
    const chosen: (readonly string[])[] = [];
    const entries = compareMenu(options, (series) => chosen.push(series));
    for (const { onToggle } of entries) onToggle();
    expect(chosen).toEqual([
      ['2027', '2021'],
      ['Median', '2027', '2021', '2026'],
      ['Median', '2027', '2021', '2001'],
    ]);
  });

  it('has the years that features add, as they come', () => {
    const $found = atom<{ years?: readonly number[]; missing?: string }>({
      missing: 'Loading the wet years…',
    });
    const calls: string[] = [];
    const wet = (): ChartYears => ({
      label: 'Wet years',
      $found,
      load: () => void calls.push('load'),
      cancel: () => void calls.push('cancel'),
    });
    const years = createMoreYears(fakeServer({}).request, [wet]);
    expect(years.$found.get()).toEqual([{ label: 'Wet years', missing: 'Loading the wet years…' }]);
    years.load();
    $found.set({ years: [1986] });
    expect(years.$found.get()).toEqual([{ label: 'Wet years', years: [1986] }]);
    years.cancel();
    expect(calls).toEqual(['load', 'cancel']);
    expect(years.sections).toEqual([]);
  });

  it('has none where no feature adds any', () => {
    const years = createMoreYears(fakeServer({}).request, []);
    expect(years.$found.get()).toEqual([]);
  });
});
