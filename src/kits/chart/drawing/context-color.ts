import type { ChartTheme } from '../theme.ts';
import type { ChartContent } from '../types.ts';

/** Of more lines for comparison, colors no longer say which is which. */
const maxColored = 8;

const grays: Readonly<Record<ChartTheme, string>> = { light: '#8b959c', dark: '#6f7d86' };

/** The content with its context lines in one gray, if there are many: a line has its color while it is highlighted. */
export function withGrayContext(content: ChartContent, theme: ChartTheme): ChartContent {
  const context = content.series.filter((each) => each.emphasis === 'context');
  if (context.length <= maxColored) return content;
  const series = content.series.map((each) =>
    each.emphasis === 'context' ? { ...each, color: grays[theme] } : each,
  );
  return { ...content, series };
}
