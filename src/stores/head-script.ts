import { publicEnvironment } from '#config/environment.ts';
import { frameColors, storageKeys } from '#config/themes.ts';
import { parseTheme, resolveTheme } from '#lib/theme.ts';
import { readStoredSession } from '#session/openid-cache.ts';
import { audiencesOf, toInitials, userFromClaims } from '#session/user.ts';
import { parseSidebar } from './sidebar.ts';

type StorageKeys = { theme: string; sidebar: string };
type Colors = { light: string; dark: string };
type Identity = { clientId: string; rolesClaim: string };

/** Runs in the head before anything is painted; it may name nothing outside itself. */
function applyBeforePaint(
  parse: typeof parseTheme,
  resolve: typeof resolveTheme,
  sidebar: typeof parseSidebar,
  readSession: typeof readStoredSession,
  userOf: typeof userFromClaims,
  audiences: typeof audiencesOf,
  initials: typeof toInitials,
  keys: StorageKeys,
  colors: Colors,
  identity: Identity,
): void {
  const root = document.documentElement;
  function read(name: 'localStorage' | 'sessionStorage', key: string): string | null {
    try {
      return window[name].getItem(key);
    } catch {
      return null;
    }
  }
  const theme = parse(read('localStorage', keys.theme), console.warn);
  const resolved = resolve(theme, matchMedia('(prefers-color-scheme: dark)').matches);
  root.dataset.themeChoice = theme;
  root.dataset.theme = resolved;
  for (const meta of document.querySelectorAll('meta[name="theme-color"]')) {
    meta.setAttribute('content', colors[resolved]);
  }
  root.dataset.sidebar = sidebar(read('localStorage', keys.sidebar));
  const demo = read('sessionStorage', 'demo-data');
  root.dataset.demo = demo === 'yes' || demo === 'accounts' ? demo : 'no';

  // A stored session shows its pages and its menu at once; the session's store looks closer.
  let session: ReturnType<typeof readStoredSession>;
  try {
    session = readSession(localStorage, identity.clientId, Date.now());
  } catch {
    // Blocked storage holds no session.
  }
  const user = session && userOf(session.claims, identity.rolesClaim);
  root.dataset.clientId = identity.clientId;
  root.dataset.rolesClaim = identity.rolesClaim;
  root.dataset.session = user ? (session?.isFresh ? 'signed-in' : 'unknown') : 'visitor';
  if (!user) return;
  if (session?.isFresh) root.dataset.admitted = '';
  root.dataset.sees = audiences(user);
  root.dataset.userName = user.name;
  root.dataset.userInitials = initials(user.name);
  root.dataset.userPicture = user.picture;
}

const functionSources = [
  parseTheme,
  resolveTheme,
  parseSidebar,
  readStoredSession,
  userFromClaims,
  audiencesOf,
  toInitials,
].map(String);
const identity = {
  clientId: publicEnvironment.PUBLIC_AUTH0_CLIENT_ID,
  rolesClaim: publicEnvironment.PUBLIC_AUTH0_ROLES_CLAIM,
};
const settingSources = [storageKeys, frameColors, identity].map((value) => JSON.stringify(value));

/** The script every page runs before it paints: the theme, the sidebar's state, the demonstration note, a stored session. */
export const headScript = `(${applyBeforePaint})(${[...functionSources, ...settingSources].join(',')})`;
