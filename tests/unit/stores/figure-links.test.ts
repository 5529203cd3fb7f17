import { describe, expect, test } from 'vitest';
import { briefFigures, figureLinks, seasonFigure, snowFigure } from '#stores/figure-links.ts';
import { briefExample } from '../../support/brief-example.ts';

const origin = 'https://portal.example.org';
const season = seasonFigure({
  site: '314:WY:SNTL',
  siteName: 'Grassy "Lake" & <Creek>',
  parameter: 'Snow Water Equivalent',
});

describe('the links of a figure', () => {
  test('are the HTML of a frame, and the address of a picture', () => {
    expect(figureLinks(season, 'light', origin)).toEqual({
      frame:
        '<iframe src="https://portal.example.org/embed/season?site=314%3AWY%3ASNTL&amp;parameter=Snow+Water+Equivalent" title="Snow Water Equivalent at Grassy &quot;Lake&quot; &amp; &lt;Creek&gt;" width="100%" height="720" loading="lazy"></iframe>',
      picture:
        'https://portal.example.org/image/season.png?site=314%3AWY%3ASNTL&parameter=Snow+Water+Equivalent',
    });
  });

  test('name the theme where it is not the default', () => {
    const { frame, picture } = figureLinks(season, 'dark', origin);
    for (const text of [frame, picture]) expect(text).toContain('theme=dark');
  });

  test.each([
    ['light', `${origin}/image/storage.png`],
    ['dark', `${origin}/image/storage.png?theme=dark`],
  ] as const)('have no query that the figure does not need in the %s theme', (theme, picture) => {
    const storage = { title: 'Storage', name: 'storage', query: {} } as const;
    expect(figureLinks(storage, theme, origin).picture).toBe(picture);
  });

  test('escape the label of a group of snow sites', () => {
    const { frame, picture } = figureLinks(snowFigure('Wood & "Lost" Rivers'), 'light', origin);
    expect(picture).toBe(`${origin}/image/snow.png?group=Wood+%26+%22Lost%22+Rivers`);
    expect(frame).toContain('title="Snow water equivalent, Wood &amp; &quot;Lost&quot; Rivers"');
  });
});

describe('the figures of a brief', () => {
  test('are its numbers, the storage and each group of snow sites', () => {
    const brief = briefExample();
    expect(briefFigures(brief).map(({ title }) => title)).toEqual([
      'Storage, snow and rivers as numbers',
      brief.storage?.label,
      ...brief.snow.map(({ label }) => `Snow water equivalent, ${label}`),
    ]);
  });

  test('are only its numbers without reservoirs and snow', () => {
    expect(briefFigures({ storage: null, snow: [] }).map(({ name }) => name)).toEqual(['brief']);
  });
});
