import type { BriefSnow, BriefStorage } from '#contract/group-findings.ts';
import { reportMissingPart } from '#lib/page/missing-part.ts';

/** What a figure for other sites can be of: a record, groups of snow sites, or a brief. */
export type FigureSubject =
  | {
      readonly kind: 'record';
      /** The agency's id of the site. */
      readonly site: string;
      readonly siteName: string;
      readonly parameter: string;
    }
  | {
      readonly kind: 'snow';
      /** Their labels in the basin file. */
      readonly groups: readonly [string, ...string[]];
    }
  | {
      readonly kind: 'brief';
      readonly brief: { readonly storage: BriefStorage | null; readonly snow: readonly BriefSnow[] };
    };

/** Opens the dialog with the lines that another site needs. Closed, it returns the focus to where it was. */
export type OpenFigureDialog = (subject: FigureSubject) => void;

const [load] = Object.values(
  import.meta.glob<OpenFigureDialog>('../features/*/fills/figure-dialog.tsx', { import: 'default' }),
);

/** Opens the dialog of the figures of a subject, which is loaded with the first click; undefined where the portal has none. */
export const openFigureDialog =
  load &&
  (async (subject: FigureSubject): Promise<void> => {
    try {
      (await load())(subject);
    } catch (error) {
      console.warn('The figures for other sites could not be loaded.', error);
      reportMissingPart();
    }
  });
