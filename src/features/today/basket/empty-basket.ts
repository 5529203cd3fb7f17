export const headingId = 'basket-heading';

/** The sentence of an empty basket, before and after its two links: to the map, and to the Site Summary Table. */
export const emptyBasketText = [
  'Your basket is empty. Add sites with “Add to basket” on the ',
  ' or in the ',
  ', and their latest values are shown here.',
] as const;
