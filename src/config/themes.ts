import type { ResolvedTheme, Theme } from '#lib/theme.ts';

/** The choices of the theme switch, in order. */
export const themeChoices: readonly { theme: Theme; label: string }[] = [
  { theme: 'LIGHT', label: 'Light' },
  { theme: 'DARK', label: 'Dark' },
  { theme: 'DEFAULT', label: 'Default (as the system)' },
];

/** The `theme-color` of the browser's frame: the surface colors of tokens.css. */
export const frameColors: Readonly<Record<ResolvedTheme, string>> = { light: '#ffffff', dark: '#1a2125' };

/** The storage keys of the visitor's choices. */
export const storageKeys = {
  theme: 'theme',
  sidebar: 'sidebar',
  basket: 'basket',
  basketHadCards: 'basket-had-cards',
} as const;
