import type { ResolvedTheme, Theme } from '#lib/theme.ts';

/** The choices of the theme switch, in their order. */
export const themeChoices: readonly { theme: Theme; label: string }[] = [
  { theme: 'LIGHT', label: 'Light' },
  { theme: 'DARK', label: 'Dark' },
  { theme: 'DEFAULT', label: 'Default (as the system)' },
];

/** The color of the browser's own frame; the surface colors of the tokens. */
export const frameColors: Readonly<Record<ResolvedTheme, string>> = { light: '#ffffff', dark: '#1a2125' };

/** Names under which the browser keeps the visitor's choices. */
export const storageKeys = { theme: 'theme', sidebar: 'sidebar' } as const;
