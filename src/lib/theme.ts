/** The themes a visitor may choose; DEFAULT follows the system. */
export type Theme = 'DEFAULT' | 'DARK' | 'LIGHT';

/** What is drawn. */
export type ResolvedTheme = 'light' | 'dark';

/**
 * The theme a browser has stored: LIGHT where nothing is stored, DEFAULT and a warning for an unknown name.
 * It names nothing outside itself, because its source is also written into every page's head.
 */
export function parseTheme(stored: string | null, warn: (message: string) => void): Theme {
  if (stored === null) return 'LIGHT';
  if (stored === 'DEFAULT' || stored === 'DARK' || stored === 'LIGHT') return stored;
  warn(`Unknown theme "${stored.slice(0, 40)}"; the default theme is used.`);
  return 'DEFAULT';
}

/** Written into every page's head too; names nothing outside itself. */
export function resolveTheme(theme: Theme, systemIsDark: boolean): ResolvedTheme {
  if (theme === 'DEFAULT') return systemIsDark ? 'dark' : 'light';
  return theme === 'DARK' ? 'dark' : 'light';
}
