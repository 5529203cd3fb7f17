/** The keys of the browser's storage: its basket, and whether its last strip had cards. */
export const basketKeys = { sites: 'basket', hadCards: 'basket-had-cards' } as const;
