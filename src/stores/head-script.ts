import { frameColors, storageKeys } from '#config/themes.ts';
import { parseTheme, resolveTheme } from '#domain/theme.ts';
import { parseSidebar } from './sidebar.ts';

type Names = { theme: string; sidebar: string };
type Colors = { light: string; dark: string };

/** Runs in the head before anything is painted; it may name nothing outside itself. */
function prepare(
  parse: typeof parseTheme,
  resolve: typeof resolveTheme,
  sidebar: typeof parseSidebar,
  names: Names,
  colors: Colors,
): void {
  const root = document.documentElement;
  function read(name: 'localStorage' | 'sessionStorage', key: string): string | null {
    try {
      return window[name].getItem(key);
    } catch {
      return null;
    }
  }
  const theme = parse(read('localStorage', names.theme), console.warn);
  const resolved = resolve(theme, matchMedia('(prefers-color-scheme: dark)').matches);
  root.dataset.themeChoice = theme;
  root.dataset.theme = resolved;
  for (const meta of document.querySelectorAll('meta[name="theme-color"]')) {
    meta.setAttribute('content', colors[resolved]);
  }
  root.dataset.sidebar = sidebar(read('localStorage', names.sidebar));
  root.dataset.demo = read('sessionStorage', 'demo-data') === 'yes' ? 'yes' : 'no';
}

const parts = [parseTheme, resolveTheme, parseSidebar].map(String);
const values = [storageKeys, frameColors].map((value) => JSON.stringify(value));

/** The script every page runs before it paints: the theme, the sidebar's state, the demonstration note. */
export const headScript = `(${prepare})(${[...parts, ...values].join(',')})`;
