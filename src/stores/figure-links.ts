import { publicEnvironment } from '#config/environment.ts';
import type { Brief } from '#contract/brief.ts';
import type { FigureName, FigureTheme } from '#contract/figure.ts';
import { escapeHtml } from '#lib/html.ts';

/** A figure of the server by its address: its name, and the query that it needs. */
export type FigureAddress = {
  readonly title: string;
  readonly name: FigureName;
  readonly query: Readonly<Record<string, string>>;
};

type SeasonRecord = {
  /** The agency's id of the site. */
  readonly site: string;
  readonly siteName: string;
  readonly parameter: string;
};

export const seasonFigure = ({ site, siteName, parameter }: SeasonRecord): FigureAddress => ({
  title: `${parameter} at ${siteName}`,
  name: 'season',
  query: { site, parameter },
});

/** The snow of a group of sites, by its label in the basin file. */
export const snowFigure = (group: string): FigureAddress => ({
  title: `Snow water equivalent, ${group}`,
  name: 'snow',
  query: { group },
});

/** The figures of a brief: its card of numbers, the storage of the system, and the snow of each group. */
export function briefFigures({
  storage,
  snow,
}: Pick<Brief, 'storage' | 'snow'>): readonly [FigureAddress, ...FigureAddress[]] {
  return [
    { title: 'Storage, snow and rivers as numbers', name: 'brief', query: {} },
    ...(storage ? [{ title: storage.label, name: 'storage', query: {} } as const] : []),
    ...snow.map(({ label }) => snowFigure(label)),
  ];
}

/**
 * Writes what another site needs to show a figure: the HTML of a frame, and the address of a picture.
 * @param origin of the server that draws figures
 */
export function figureLinks({ title, name, query }: FigureAddress, theme: FigureTheme, origin: string) {
  const search = new URLSearchParams({ ...query, ...(theme === 'dark' && { theme }) }).toString();
  const parts = search && `?${search}`;
  const address = `${origin}/embed/${name}${parts}`;
  return {
    frame: `<iframe src="${escapeHtml(address)}" title="${escapeHtml(title)}" width="100%" height="720" loading="lazy"></iframe>`,
    picture: `${origin}/image/${name}.png${parts}`,
  };
}

/** A figure with the links to it on this portal's server. */
export const offerFigure = (figure: FigureAddress) => ({
  title: figure.title,
  linksOf: (theme: FigureTheme) =>
    figureLinks(figure, theme, publicEnvironment.PUBLIC_API_ORIGIN || location.origin),
});
