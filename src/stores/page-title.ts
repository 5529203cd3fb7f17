import { pageTitle } from '#config/product.ts';

/** Sets the title of the document and the label in the top bar, once the record is loaded. */
export function setPageTitle(label: string): void {
  document.title = pageTitle(label);
  const shown = document.querySelector('.page-label');
  if (shown) shown.textContent = label;
}
