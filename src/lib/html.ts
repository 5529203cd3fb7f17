const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** The first lines of the head of every page. Without the last one, telephones make links of the numbers of sites. */
export const headStart =
  '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="format-detection" content="telephone=no, date=no, address=no">';

/** Escapes text for HTML and XML, also within quotation marks. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
}

/** HTML whose texts are escaped. */
export type Markup = { readonly markup: string };

type Part = string | number | Markup | readonly Part[] | false | null | undefined;

/** Marks HTML that the portal's own code has made, such as a drawing, as safe. */
export function trusted(markup: string): Markup {
  return { markup };
}

/**
 * Writes HTML, for pages that load no framework and shells that are built beforehand. Texts are escaped, lists are joined,
 * and a part that is undefined, null or false is left out.
 *
 *     html`<a href="${path}">${name}</a>` // { markup: '<a href="/sites/1">A &amp; B</a>' }
 */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return { markup: strings.map((text, at) => text + toText(parts[at])).join('') };
}

function toText(part: Part): string {
  if (part === undefined || part === null || part === false) return '';
  if (typeof part === 'string' || typeof part === 'number') return escapeHtml(String(part));
  return 'markup' in part ? part.markup : part.map(toText).join('');
}
