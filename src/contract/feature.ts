import type { Model } from './records/model.ts';

/**
 * What a feature gives to the portal: each field is a hook. The platform asks the list of features for it, and knows none
 * of them by name. Its folder has this in `feature.ts`: plain data, because the browser reads it, too. What has code is a
 * file of the folder with a fixed name.
 */
export type Feature = {
  /** The name of its folder. */
  readonly name: string;
  /** Whether its folder and its line in the list can be deleted, and everything else builds and passes. */
  readonly isOptional: boolean;
  /** The features whose `index.ts` it imports. */
  readonly uses: readonly string[];
  /** The calls of its `contract.ts`, each named like its constant, have this subject in the API reference. */
  readonly calls?: {
    readonly subject: string;
    /** They are described in a document of their own, and not in that of `/api`. */
    readonly isApart?: true;
  };
  /** Whether it has routes: `registerRoutes` of its `server/index.ts`. */
  readonly hasServer: boolean;
  readonly pages?: readonly FeaturePage[];
  /** Files that are built with the pages, with their addresses. */
  readonly files?: readonly { readonly path: string; readonly file: `${string}-page.ts` }[];
  /** Pages of the user's guide about it, in addition to those that its pages name. */
  readonly guides?: readonly string[];
  /** The hooks that its code fills. */
  readonly fills?: readonly HookName[];
  /** Its models of content records, which are edited like all content. */
  readonly models?: readonly Model[];
  // `npm run NAME` is `commands/NAME.ts` of a folder, with its line in package.json. Tables of its own are in
  // `server/migrations`, with the times of the migrations.
};

/**
 * The hooks that code fills, in the file that has the hook's name: `fills/HOOK.ts` of the feature for what runs in the browser,
 * `server/fills/HOOK.ts` for what runs on the server, and
 * `fills/HOOK.astro` for a part of the built pages. What a file gives is its default export; its type is where the hook is asked.
 */
export const hooks = {
  'bar-button': {
    runsIn: 'build',
    about: 'A button in the bar of every page, and beside the documentation.',
  },
  'basket-actions': { runsIn: 'browser', about: 'A sign for a site on its card in the basket.' },
  'basin-snow': {
    runsIn: 'browser',
    about: 'Reads the snow of the groups of the basin on a day, for what reservoirs carry over.',
  },
  'chart-years': {
    runsIn: 'browser',
    about:
      'Years in the menus “Compare with” of charts of water years, and a section of Water Year Comparisons.',
  },
  'forecast-tabs': { runsIn: 'browser', about: 'A part of Forecast Supply, in a tab.' },
  'outlook-after-season': {
    runsIn: 'browser',
    about: 'What the outlook shows of its reservoirs on the days after its season.',
  },
  'day-links': { runsIn: 'browser', about: 'A link from the page about a day, Today, to more about it.' },
  'document-sections': { runsIn: 'browser', about: 'A section of the page of a public document.' },
  'every-page': { runsIn: 'browser', about: 'What every page starts.' },
  'figure-dialog': {
    runsIn: 'browser',
    about: 'Opens the lines that another site needs to show a figure: stores/figure-dialog.ts.',
  },
  'file-uses': {
    runsIn: 'server',
    about: 'Files that are used outside of content records, and who may read them.',
  },
  'import-sections': {
    runsIn: 'browser',
    about: 'A section of Import Status, above its sources and records.',
  },
  'import-sources': {
    runsIn: 'server',
    about: 'Sources of imports that are no agency, such as a file of one’s own.',
  },
  'map-conditions': {
    runsIn: 'browser',
    about: 'Colors of the Map of Sites by the conditions of a day, and the choice of the day.',
  },
  'map-search-engine': {
    runsIn: 'browser',
    about: 'The search of the field of the Map of Sites, in its worker.',
  },
  'map-search-index': { runsIn: 'browser', about: 'Loads what that search knows beside the sites.' },
  'page-end': { runsIn: 'build', about: 'What every page has at its end, such as a dialog.' },
  'page-notices': { runsIn: 'build', about: 'A notice above the content of every page.' },
  'open-findings': {
    runsIn: 'browser',
    about: 'What everyone may know of what an address shows, where it asks to sign in.',
  },
  'packet-tiles': { runsIn: 'browser', about: 'A part of the board packet.' },
  'packet-sites': { runsIn: 'browser', about: 'The sites that have a sheet of the board packet each.' },
  'page-head': {
    runsIn: 'browser',
    about: 'What a page notes on itself before its first paint. Every page loads it, so it is short.',
  },
  'reach-gains-parts': {
    runsIn: 'browser',
    about: 'Parts of Reach Gains Comparisons: before Submit, and above the table of a reach.',
  },
  'profile-sections': { runsIn: 'browser', about: 'A section of the profile of a person.' },
  'record-writes': {
    runsIn: 'server',
    about: 'What else a write of a content record changes, in its transaction.',
  },
  'search-entries': { runsIn: 'build', about: 'What the search finds of a feature.' },
  'snotel-parts': {
    runsIn: 'browser',
    about: 'Parts of SNOTEL SWE Data: beside the map, beneath it, and below the tables.',
  },
  'site-actions': {
    runsIn: 'browser',
    about: 'A button for a site: on its page, and in its popup on the map.',
  },
  'site-sections': { runsIn: 'browser', about: 'A section of the page of a site, beneath its chart.' },
  'site-row-actions': { runsIn: 'browser', about: 'A sign for a site in its row of the Site Summary Table.' },
  'cup-actions': { runsIn: 'browser', about: 'A sign for a reservoir on its cup of Today.' },
  'daily-file-series': {
    runsIn: 'server',
    about: 'Series that the file of daily values has after them, computed from its sites.',
  },
  'time-series-axis': {
    runsIn: 'browser',
    about: 'A button beneath the locations of an axis of Time Series Comparisons.',
  },
  'time-series-more': {
    runsIn: 'browser',
    about: 'Series that Time Series Comparisons computes from the chosen ones, and their fields.',
  },
  'time-series-menu': { runsIn: 'browser', about: 'A button in the bar of Time Series Comparisons.' },
  'today-sections': { runsIn: 'browser', about: 'A section beneath Today, an Astro component.' },
} as const satisfies Readonly<
  Record<string, { readonly runsIn: 'browser' | 'server' | 'build'; readonly about: string }>
>;

export type HookName = keyof typeof hooks;

/** A page of a feature. */
export type FeaturePage = {
  readonly path: string;
  /** The page in the folder of the feature. */
  readonly file: `${string}.astro`;
  readonly label: string;
  /** `signed-in` pages send a visitor to sign in and back again. */
  readonly guard: 'open' | 'signed-in';
  /** The page of the user's guide about it, under /documentation/guide. */
  readonly guide?: string;
  /** It is in no list of pages, nor in the site map: the pages of other sites show it, or it belongs to the page above it. */
  readonly isUnlisted?: true;
  /** It can follow View Dashboard, and the landing page links to it with these words. */
  readonly start?: string;
  /** Its item in the sidebar, before another one or at the end of the group. */
  readonly menu?: {
    readonly group: string;
    readonly before?: string;
    readonly icon: IconName;
    readonly visibleTo: Audience;
  };
};

/** Who sees a menu item. A visitor who follows it to a guarded page still has to sign in. */
export type Audience = 'everyone' | 'signed-in' | 'administrator' | 'developer';

/** Names of the icons in components/shell/NavIcon.astro. */
export type IconName =
  | 'today'
  | 'river'
  | 'map'
  | 'table'
  | 'supply'
  | 'tributary'
  | 'time-series'
  | 'water-year'
  | 'reach-gains'
  | 'snow'
  | 'well'
  | 'files'
  | 'documents'
  | 'dashboard'
  | 'page'
  | 'records'
  | 'entry'
  | 'status'
  | 'account'
  | 'people'
  | 'support'
  | 'about'
  | 'changelog'
  | 'documentation';
