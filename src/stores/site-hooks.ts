import type { ReadableAtom } from 'nanostores';
import type { CellAction } from '#lib/table/columns.ts';

/** A site as the fills of hooks know it. */
type NamedSite = { readonly loc_ndx: number; readonly loc_name: string };

/** What a fill of `site-actions` or `basket-actions` is given: a React component that shows a button. */
export type SiteActionProps = { readonly site: NamedSite };

/** What a fill of `site-sections` is given: a React component. It calls `onChange` where it has changed the site's values. */
export type SiteSectionProps = SiteActionProps & { readonly onChange: () => void };

/** A fill of `site-row-actions`. */
export type SiteRowActions = {
  /** What its signs lead to, in the sentence that names them: `into your basket`. */
  readonly about: string;
  /** The rows are shown again when it changes. */
  readonly $changes: ReadableAtom<unknown>;
  readonly actionsOf: (site: NamedSite) => readonly CellAction[];
};

/** A fill of `cup-actions`. */
export type CupAction = {
  /** The path of its icon, lines of a square of 16. */
  readonly icon: string;
  readonly labelOf: (name: string) => string;
  readonly onPress: (site: NamedSite) => void;
};
