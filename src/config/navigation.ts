import type { Audience, IconName } from '#contract/feature.ts';
import { features } from '#features/index.ts';
import { findRoute } from './routes.ts';

export type { IconName } from '#contract/feature.ts';
export { firstScreen } from './first-screen.ts';
export { signInPath } from './sign-in-path.ts';

export type NavigationItem = {
  readonly path: string;
  readonly label: string;
  readonly icon: IconName;
  readonly isGuarded: boolean;
  readonly visibleTo: Audience;
};

export type NavigationGroup = { readonly title: string; readonly items: readonly NavigationItem[] };

/** Creates an item with the label and the guard of its page. */
function item(path: string, icon: IconName, visibleTo: Audience = 'everyone'): NavigationItem {
  const route = findRoute(path);
  if (!route) throw new Error(`The menu has ${path}, which is not a page.`);
  return { path, label: route.label, icon, isGuarded: route.guard === 'signed-in', visibleTo };
}

/** The groups without the items of features. */
const ownGroups: readonly NavigationGroup[] = [
  {
    title: 'Watershed Overview',
    items: [],
  },
  {
    title: 'Data Analysis Tools',
    items: [],
  },
  { title: 'Resources', items: [] },
  { title: 'Documents', items: [] },
  {
    title: 'Pages/Account',
    items: [
      item('/dashboard', 'dashboard', 'signed-in'),
      item('/private', 'page', 'signed-in'),
      item('/support', 'support'),
      item('/about', 'about'),
      item('/changelog', 'changelog'),
      item('/documentation', 'documentation', 'developer'),
    ],
  },
];

/** Adds the items of features to a group, each before the one that it names. */
function withFeatures({ title, items }: NavigationGroup): NavigationGroup {
  const all = [...items];
  for (const { path, menu } of features.flatMap(({ pages = [] }) => pages)) {
    if (menu?.group !== title) continue;
    const at = all.findIndex((each) => each.path === menu.before);
    all.splice(at < 0 ? all.length : at, 0, item(path, menu.icon, menu.visibleTo));
  }
  return { title, items: all };
}

/** The groups of the sidebar. */
export const navigation: readonly NavigationGroup[] = ownGroups.map(withFeatures);

/** The user's menu, without the profile at its top and Log out. */
export const userMenu: readonly NavigationItem[] = [
  item('/about', 'about'),
  item('/documentation', 'documentation', 'developer'),
  item('/changelog', 'changelog'),
  item('/account', 'account'),
  item('/support', 'support'),
];

/** The page of a feature that can follow View Dashboard, and that the landing page links to. */
export const startPage = features.flatMap(({ pages = [] }) => pages).find(({ start }) => start !== undefined);
