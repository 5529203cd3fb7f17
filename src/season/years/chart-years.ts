import { computed, type ReadableAtom } from 'nanostores';
import type { ReactNode } from 'react';
import type { Requester } from '#contract/request.ts';
import type { AddressPart } from '#stores/create-screen.ts';

/** What is known of years: them, or a sentence that says why they are missing. */
type FoundYears = { readonly years?: readonly number[]; readonly missing?: string };

/** What Water Year Comparisons shows above its chart about years to compare with. */
type YearsSection = {
  /** Of its item in the menu. */
  readonly label: string;
  /** Whether it is open, and what it shows. */
  readonly part: AddressPart;
  readonly setIsOpen: (isOpen: boolean) => void;
  /** `draw` draws years on the chart of the page. */
  readonly render: (draw: (years: readonly number[]) => void) => ReactNode;
};

/** Years that the menu “Compare with” of a screen has. */
export type ChartYears = {
  /** `Analog years` */
  readonly label: string;
  readonly $found: ReadableAtom<FoundYears>;
  /** Loads the years unless they are there. */
  readonly load: () => void;
  readonly cancel: () => void;
  readonly section?: YearsSection;
};

/** A fill of `chart-years`: makes the years of one screen. */
export type CreateChartYears = (request: Requester) => ChartYears;

const fills = Object.values(
  import.meta.glob<CreateChartYears>('../../features/*/fills/chart-years.tsx', {
    eager: true,
    import: 'default',
  }),
);

/** The years that features add to the menu “Compare with” of a screen. */
export type MoreYears = ReturnType<typeof createMoreYears>;

/** Creates the years that features add to the menu of a screen, loaded when it opens. */
export function createMoreYears(request: Requester, creators: readonly CreateChartYears[] = fills) {
  const all = creators.map((create) => create(request));
  return {
    $found: computed(
      all.map(({ $found }) => $found),
      (...found) => found.map((each, at) => ({ label: all[at]?.label ?? '', ...each })),
    ),
    sections: all.flatMap(({ section }) => section ?? []),
    load() {
      for (const each of all) each.load();
    },
    cancel() {
      for (const each of all) each.cancel();
    },
  };
}
