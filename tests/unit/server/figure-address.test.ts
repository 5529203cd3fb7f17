import { describe, expect, test } from 'vitest';
import { HttpProblem } from '#server/http/problems.ts';
import { parseFigureAddress, parseImageAddress } from '#server/modules/figures/figure-address.ts';

const season = { site: '13037500', parameter: 'Streamflow' };

function problemOf(parse: () => unknown): { status: number; detail: string } {
  try {
    parse();
  } catch (error) {
    if (error instanceof HttpProblem) return { status: error.statusCode, detail: error.message };
    throw error;
  }
  throw new Error('The address was accepted.');
}

describe('the address of a figure', () => {
  test('has defaults', () => {
    expect(parseFigureAddress('season', season)).toEqual({ name: 'season', theme: 'light', ...season });
    expect(parseFigureAddress('brief', { theme: 'dark' })).toEqual({ name: 'brief', theme: 'dark' });
    expect(parseImageAddress('storage.png', {})).toEqual({
      figure: { name: 'storage', theme: 'light' },
      format: { kind: 'png', width: 800, scale: 1 },
    });
    expect(parseImageAddress('storage.svg', { on: '2021-05-14', text: 'no' })).toEqual({
      figure: { name: 'storage', theme: 'light', on: '2021-05-14' },
      format: { kind: 'svg', width: 800, isBare: true },
    });
    expect(parseImageAddress('snow.svg', { group: ' Upper ', width: '400' })).toEqual({
      figure: { name: 'snow', theme: 'light', group: 'Upper' },
      format: { kind: 'svg', width: 400 },
    });
  });

  test.each([
    ['nothing', {}, 404, 'There is no figure of this name.'],
    ['Season', season, 404, 'There is no figure of this name.'],
    ['__proto__', {}, 404, 'There is no figure of this name.'],
    ['season', {}, 400, 'site is missing; parameter is missing'],
    ['season', { site: '13037500' }, 400, 'parameter is missing'],
    ['season', { ...season, site: '' }, 400, 'site is empty'],
    ['season', { ...season, site: '  ' }, 400, 'site is empty'],
    ['season', { ...season, site: ['1', '2'] }, 400, 'site is there more than once'],
    ['season', { ...season, site: 'a'.repeat(201) }, 400, 'site is too long'],
    ['season', { ...season, site: 'a\0b' }, 400, 'site has a character that no name has'],
    ['season', { ...season, theme: 'blue' }, 400, 'theme must be light or dark'],
    ['season', { ...season, theme: '' }, 400, 'theme must be light or dark'],
    ['season', { ...season, theme: ['light', 'dark'] }, 400, 'theme'],
    ['season', { ...season, sites: '1' }, 400, 'sites is no part of this address'],
    ['season', { ...season, width: '800' }, 400, 'width is no part of this address'],
    ['storage', { site: '13037500' }, 400, 'site is no part of this address'],
    ['snow', {}, 400, 'group is missing'],
    ['storage', { on: '2021-02-30' }, 400, 'on must be a date, YYYY-MM-DD'],
    ['storage', { on: ['2021-05-14', '2021-05-15'] }, 400, 'on is there more than once'],
    ['brief', { on: '2021-05-14' }, 400, 'on is no part of this address'],
  ])('refuses %s with %o', (figure, query, status, detail) => {
    const problem = problemOf(() => parseFigureAddress(figure, query));
    expect(problem.status).toBe(status);
    expect(problem.detail).toContain(detail);
  });

  test.each([
    ['season', season, 404, 'Its name ends in .png or .svg.'],
    ['season.jpg', season, 404, 'Its name ends in .png or .svg.'],
    ['season.PNG', season, 404, 'Its name ends in .png or .svg.'],
    ['.png', season, 404, 'There is no figure of this name.'],
    ['season.tar.png', season, 404, 'Its name ends in .png or .svg.'],
    ['other.png', {}, 404, 'There is no figure of this name.'],
    ['storage.png', { width: '399' }, 400, 'width must be a whole number from 400 to 2000'],
    ['storage.png', { width: '2001' }, 400, 'width must be a whole number from 400 to 2000'],
    ['storage.png', { width: '800.5' }, 400, 'width must be'],
    ['storage.png', { width: '1e3' }, 400, 'width must be'],
    ['storage.png', { width: '-800' }, 400, 'width must be'],
    ['storage.png', { width: '' }, 400, 'width must be'],
    ['storage.png', { width: ['800', '900'] }, 400, 'width'],
    ['storage.png', { text: 'no' }, 400, 'text belongs to an SVG'],
    ['storage.svg', { text: 'maybe' }, 400, 'text must be yes or no'],
    ['storage.png', { scale: '3' }, 400, 'scale must be 1 or 2'],
    ['storage.png', { scale: '0' }, 400, 'scale must be 1 or 2'],
    ['storage.svg', { scale: '2' }, 400, 'scale belongs to a PNG'],
    ['storage.png', { height: '400' }, 400, 'height is no part of this address'],
  ])('refuses the picture %s with %o', (file, query, status, detail) => {
    const problem = problemOf(() => parseImageAddress(file, query));
    expect(problem.status).toBe(status);
    expect(problem.detail).toContain(detail);
  });
});
