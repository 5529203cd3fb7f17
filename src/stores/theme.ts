import { atom, computed } from 'nanostores';
import { frameColors, parseTheme, resolveTheme, storageKeys, type Theme } from '#config/themes.ts';
import { onStorageChange, safeLocalStorage } from '#lib/page/storage.ts';

const inBrowser = typeof document !== 'undefined';
const systemDarkQuery = inBrowser ? matchMedia('(prefers-color-scheme: dark)') : undefined;
const forcedQuery = inBrowser ? matchMedia('(forced-colors: active)') : undefined;

/** The theme that the visitor chose. */
export const $theme = atom<Theme>(readChosenTheme());

const $systemIsDark = atom(systemDarkQuery?.matches ?? false);
const $isForced = atom(forcedQuery?.matches ?? false);

/** The colors in use: `light` or `dark`. */
export const $resolvedTheme = computed([$theme, $systemIsDark, $isForced], resolveTheme);

/** Sets the theme of every open tab and stores it in this browser. */
export function setTheme(theme: Theme): void {
  $theme.set(theme);
  safeLocalStorage.setItem(storageKeys.theme, theme, 'the theme lasts until you leave this page');
}

/** Reads the choice that head.ts has parsed, and already warned about if it is unknown. */
function readChosenTheme(): Theme {
  if (!inBrowser) return 'LIGHT';
  const fromHead = document.documentElement.dataset.themeChoice;
  return parseTheme(fromHead ?? safeLocalStorage.getItem(storageKeys.theme), console.warn);
}

function watchTheme(): void {
  systemDarkQuery?.addEventListener('change', (event) => $systemIsDark.set(event.matches));
  forcedQuery?.addEventListener('change', (event) => $isForced.set(event.matches));
  onStorageChange(storageKeys.theme, (value) => $theme.set(parseTheme(value, console.warn)));
  // A page restored from the back-forward cache may have missed a change.
  addEventListener('pageshow', (event) => {
    if (event.persisted)
      $theme.set(parseTheme(safeLocalStorage.getItem(storageKeys.theme) ?? $theme.get(), console.warn));
  });
  $resolvedTheme.subscribe((resolved) => {
    document.documentElement.dataset.theme = resolved;
    for (const meta of document.querySelectorAll('meta[name="theme-color"]')) {
      meta.setAttribute('content', frameColors[resolved]);
    }
  });
  $theme.subscribe((theme) => {
    document.documentElement.dataset.themeChoice = theme;
  });
}

if (inBrowser) watchTheme();
