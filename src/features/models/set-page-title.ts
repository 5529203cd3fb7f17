import { pageTitle } from '#config/product.ts';

/** The page's title, once it is known what the page is about. */
export function setPageTitle(label: string): void {
  document.title = pageTitle(label);
  const shown = document.querySelector('.page-label');
  if (shown) shown.textContent = label;
}
