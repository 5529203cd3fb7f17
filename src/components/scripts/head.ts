import { parseStartPage, startPageKey } from '#config/start-page.ts';
import { frameColors, parseTheme, resolveTheme, storageKeys } from '#config/themes.ts';
import { readDemonstrationMark } from '#lib/page/demonstration.ts';
import { parseSidebarState } from '#lib/page/sidebar-state.ts';
import { safeLocalStorage } from '#lib/page/storage.ts';
import { readStoredSession } from '#session/openid-cache.ts';
import { audiencesOf, toInitials, userFromClaims } from '#session/session-core.ts';
import { followMissingParts } from './missing-part.ts';

// Runs in the head of every page, before the first paint: theme, sidebar, demonstration chip, stored session, and what
// says that scripts are missing, because every other one may be.

const root = document.documentElement;

followMissingParts();

const theme = parseTheme(safeLocalStorage.getItem(storageKeys.theme), console.warn);
const matches = (query: string) => matchMedia(query).matches;
const resolvedTheme = resolveTheme(
  theme,
  matches('(prefers-color-scheme: dark)'),
  matches('(forced-colors: active)'),
);
root.dataset.themeChoice = theme;
root.dataset.theme = resolvedTheme;
for (const meta of document.querySelectorAll('meta[name="theme-color"]')) {
  meta.setAttribute('content', frameColors[resolvedTheme]);
}

root.dataset.sidebar = parseSidebarState(safeLocalStorage.getItem(storageKeys.sidebar));

root.dataset.startPage = parseStartPage(safeLocalStorage.getItem(startPageKey));

// What features note on the page, such as that a place is to be held for what comes later.
for (const note of Object.values(
  import.meta.glob<() => void>('../../features/*/fills/page-head.ts', { eager: true, import: 'default' }),
))
  note();

root.dataset.demo = readDemonstrationMark() ?? 'no';

// The page and the user's menu show at once for a stored session; session.ts checks it afterwards.
const { clientId = '', rolesClaim = '' } = root.dataset;
const session = readStoredSession(safeLocalStorage, clientId, Date.now());
const user = session && userFromClaims(session.claims, rolesClaim);
if (session && user) {
  root.dataset.session = session.isFresh ? 'signed-in' : 'unknown';
  if (session.isFresh) root.dataset.admitted = '';
  root.dataset.sees = audiencesOf(user);
  root.dataset.userName = user.name;
  root.dataset.userInitials = toInitials(user.name);
  root.dataset.userPicture = user.picture;
  if (user.organization) root.dataset.organization = user.organization;
} else {
  root.dataset.session = 'visitor';
}
