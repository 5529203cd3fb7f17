import { type FigureName, type FigureTheme, figureNames, figureThemes } from '../contract.ts';

/** What the address of a figure's page says, or why it shows no figure. */
export type FigurePage = {
  readonly theme: FigureTheme;
} & (
  | { readonly name: FigureName; readonly query: Readonly<Record<string, string>> }
  | { readonly fault: string }
);

/**
 * Reads the address of a page: the path `/embed/season`, and the query of the figure with `theme`. Whether the figure takes
 * the rest of the query says the server.
 */
export function parseFigureAddress(path: string, search: string): FigurePage {
  const name = path.replace(/\/$/, '').split('/').at(-1);
  const known = figureNames.find((each) => each === name);
  const query = new URLSearchParams(search);
  const asked = query.getAll('theme');
  const theme = figureThemes.find((each) => each === asked[0]);
  query.delete('theme');
  const own = { theme: theme ?? 'light' };
  if (known === undefined) {
    return { ...own, fault: `There is no figure of this name. There are ${figureNames.join(', ')}.` };
  }
  if (asked.length > 1 || (asked.length === 1 && theme === undefined)) {
    return { ...own, fault: `The theme of a figure is ${figureThemes.join(' or ')}.` };
  }
  return { ...own, name: known, query: Object.fromEntries(query) };
}
