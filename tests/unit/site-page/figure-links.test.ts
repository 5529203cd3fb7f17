import { expect, test } from 'vitest';
import { figureLinks } from '#features/site-page/figure-links.ts';

const figure = {
  origin: 'https://portal.example.org',
  site: '314:WY:SNTL',
  siteName: 'Grassy "Lake" & <Creek>',
  parameter: 'Snow Water Equivalent',
} as const;

test('writes the HTML of a frame, and the address of a picture', () => {
  expect(figureLinks({ ...figure, theme: 'light' })).toEqual({
    frame:
      '<iframe src="https://portal.example.org/embed/season?site=314%3AWY%3ASNTL&amp;parameter=Snow+Water+Equivalent" title="Snow Water Equivalent at Grassy &quot;Lake&quot; &amp; &lt;Creek&gt;" width="100%" height="720" loading="lazy"></iframe>',
    picture:
      'https://portal.example.org/image/season.png?site=314%3AWY%3ASNTL&parameter=Snow+Water+Equivalent',
  });
});

test('names the theme where it is not the default', () => {
  const { frame, picture } = figureLinks({ ...figure, theme: 'dark' });
  for (const text of [frame, picture]) expect(text).toContain('theme=dark');
});
