/** The product's name and the texts about it. */
export const product = {
  name: 'Monitoring Dashboard',
  intro: 'Access, visualize, & analyze hydrologic, meteorological and water management information.',
  copyrightHolder: 'Leonard Rice Engineers, Inc.',
  builder: { name: 'Leonard Rice Engineers', url: 'https://www.lrewater.com/' },
} as const;

/** Makes the title of a page: the product's name and the page's label. */
export function pageTitle(label?: string): string {
  return label ? `${product.name} · ${label}` : product.name;
}
