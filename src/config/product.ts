/** What the product is called and says of itself, wherever it is said. */
export const product = {
  name: 'Monitoring Dashboard',
  intro: 'Access, visualize, & analyze hydrologic, meteorological and water management information.',
  copyrightHolder: 'Leonard Rice Engineers, Inc.',
  builder: { name: 'Leonard Rice Engineers', url: 'https://www.lrewater.com/' },
} as const;

/** The title of a page: the product name followed by the page's label. */
export function pageTitle(label?: string): string {
  return label ? `${product.name} · ${label}` : product.name;
}
