import { describe, expect, test } from 'vitest';
import { figuresOf, frameOf } from '#features/embeds/links.ts';
import { briefExample } from '../../support/brief-example.ts';

const origin = 'https://portal.example.org';
const [season] = figuresOf({
  kind: 'record',
  site: '314:WY:SNTL',
  siteName: 'Grassy "Lake" & <Creek>',
  parameter: 'Snow Water Equivalent',
});

describe('the frame of a figure', () => {
  test('is HTML that other sites can use as it is', () => {
    expect(frameOf(season, 'light', origin)).toBe(
      '<iframe src="https://portal.example.org/embed/season?site=314%3AWY%3ASNTL&amp;parameter=Snow+Water+Equivalent" title="Snow Water Equivalent at Grassy &quot;Lake&quot; &amp; &lt;Creek&gt;" width="100%" height="720" loading="lazy"></iframe>',
    );
  });

  test.each([
    ['light', `src="${origin}/embed/storage"`],
    ['dark', `src="${origin}/embed/storage?theme=dark"`],
  ] as const)('has no query that the figure does not need in the %s theme', (theme, source) => {
    expect(frameOf({ title: 'Storage', name: 'storage', query: {} }, theme, origin)).toContain(source);
  });

  test('escapes the label of a group of snow sites', () => {
    const [snow] = figuresOf({ kind: 'snow', groups: ['Wood & "Lost" Rivers'] });
    const frame = frameOf(snow, 'light', origin);
    expect(frame).toContain(`src="${origin}/embed/snow?group=Wood+%26+%22Lost%22+Rivers"`);
    expect(frame).toContain('title="Snow water equivalent, Wood &amp; &quot;Lost&quot; Rivers"');
  });
});

describe('the figures of a brief', () => {
  test('are its numbers, the storage and each group of snow sites', () => {
    const brief = briefExample();
    expect(figuresOf({ kind: 'brief', brief }).map(({ title }) => title)).toEqual([
      'Storage, snow and rivers as numbers',
      brief.storage?.label,
      ...brief.snow.map(({ label }) => `Snow water equivalent, ${label}`),
    ]);
  });

  test('are only its numbers without reservoirs and snow', () => {
    const figures = figuresOf({ kind: 'brief', brief: { storage: null, snow: [] } });
    expect(figures.map(({ name }) => name)).toEqual(['brief']);
  });
});
