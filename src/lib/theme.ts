/** The themes a visitor may choose; DEFAULT follows the system. */
export type Theme = 'DEFAULT' | 'DARK' | 'LIGHT';

/** The theme that is shown. */
export type ResolvedTheme = 'light' | 'dark';

/** Parses the stored theme: LIGHT if nothing is stored, DEFAULT and a warning for an unknown name. */
export function parseTheme(stored: string | null, warn: (message: string) => void): Theme {
  if (stored === null) return 'LIGHT';
  if (stored === 'DEFAULT' || stored === 'DARK' || stored === 'LIGHT') return stored;
  warn(`Unknown theme "${stored.slice(0, 40)}"; the default theme is used.`);
  return 'DEFAULT';
}

/** Resolves the visitor's choice to the colors that are shown. */
export function resolveTheme(theme: Theme, systemIsDark: boolean): ResolvedTheme {
  if (theme === 'DEFAULT') return systemIsDark ? 'dark' : 'light';
  return theme === 'DARK' ? 'dark' : 'light';
}
