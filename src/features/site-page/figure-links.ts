import type { FigureTheme } from '#contract/figure.ts';
import { escapeHtml } from '#lib/escape-html.ts';

type SeasonFigure = {
  /** Of the server that draws figures. */
  readonly origin: string;
  /** The agency's id of the site. */
  readonly site: string;
  readonly siteName: string;
  readonly parameter: string;
  readonly theme: FigureTheme;
};

/** What another site needs to show the season of a record: the HTML of a frame, and the address of a picture. */
export function figureLinks({ origin, site, siteName, parameter, theme }: SeasonFigure) {
  const query = new URLSearchParams({ site, parameter, ...(theme === 'dark' && { theme }) });
  const address = `${origin}/embed/season?${query}`;
  const title = `${parameter} at ${siteName}`;
  return {
    frame: `<iframe src="${escapeHtml(address)}" title="${escapeHtml(title)}" width="100%" height="720" loading="lazy"></iframe>`,
    picture: `${origin}/image/season.png?${query}`,
  };
}
