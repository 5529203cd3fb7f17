import { publicEnvironment } from '#config/environment.ts';
import { escapeHtml } from '#lib/html.ts';
import type { FigureSubject } from '#stores/figure-dialog.ts';
import type { FigureName, FigureTheme } from './contract.ts';

/** A figure of the server by its address: its name, and the query that it needs. */
export type FigureAddress = {
  readonly title: string;
  readonly name: FigureName;
  readonly query: Readonly<Record<string, string>>;
};

const snowFigure = (group: string): FigureAddress => ({
  title: `Snow water equivalent, ${group}`,
  name: 'snow',
  query: { group },
});

/** The figures of a subject; those of a brief are its card of numbers, the storage of the system, and the snow of each group. */
export function figuresOf(subject: FigureSubject): readonly [FigureAddress, ...FigureAddress[]] {
  switch (subject.kind) {
    case 'record': {
      const { site, siteName, parameter } = subject;
      return [{ title: `${parameter} at ${siteName}`, name: 'season', query: { site, parameter } }];
    }
    case 'snow': {
      const [first, ...others] = subject.groups;
      return [snowFigure(first), ...others.map(snowFigure)];
    }
    case 'brief': {
      const { storage, snow } = subject.brief;
      return [
        { title: 'Storage, snow and rivers as numbers', name: 'brief', query: {} },
        ...(storage ? [{ title: storage.label, name: 'storage', query: {} } as const] : []),
        ...snow.map(({ label }) => snowFigure(label)),
      ];
    }
  }
}

/**
 * Writes what another site needs to show a figure: the HTML of a frame.
 * @param origin of the server
 */
export function frameOf({ title, name, query }: FigureAddress, theme: FigureTheme, origin: string): string {
  const search = new URLSearchParams({ ...query, ...(theme === 'dark' && { theme }) }).toString();
  const address = `${origin}/embed/${name}${search && `?${search}`}`;
  return `<iframe src="${escapeHtml(address)}" title="${escapeHtml(title)}" width="100%" height="720" loading="lazy"></iframe>`;
}

/** A figure with the frame of it on this portal's server. */
export const offerFigure = (figure: FigureAddress) => ({
  title: figure.title,
  frameOf: (theme: FigureTheme) =>
    frameOf(figure, theme, publicEnvironment.PUBLIC_API_ORIGIN || location.origin),
});
