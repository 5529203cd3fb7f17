/** The themes a visitor may choose; DEFAULT follows the system. */
export type Theme = 'DEFAULT' | 'DARK' | 'LIGHT';

/** The theme that is shown. */
type ResolvedTheme = 'light' | 'dark';

/** Parses the stored theme: LIGHT if nothing is stored, DEFAULT and a warning for an unknown name. */
export function parseTheme(stored: string | null, warn: (message: string) => void): Theme {
  if (stored === null) return 'LIGHT';
  if (stored === 'DEFAULT' || stored === 'DARK' || stored === 'LIGHT') return stored;
  warn(`Unknown theme "${stored.slice(0, 40)}"; the default theme is used.`);
  return 'DEFAULT';
}

/**
 * Resolves the visitor's choice to the colors that are shown. High contrast has a ground of its own, light or dark, which
 * the marks that keep their colors have to suit.
 */
export function resolveTheme(theme: Theme, systemIsDark: boolean, isForced = false): ResolvedTheme {
  if (theme === 'DEFAULT' || isForced) return systemIsDark ? 'dark' : 'light';
  return theme === 'DARK' ? 'dark' : 'light';
}

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
} as const;
