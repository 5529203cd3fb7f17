import type { BarMarks } from '#domain/finding/finding.ts';
import type { SeasonFacts, SeasonRecords } from '#domain/season/season-content.ts';

/** The figures that other sites may show, by the names in their addresses. */
export const figureNames = ['season', 'storage', 'snow', 'brief'] as const;
export type FigureName = (typeof figureNames)[number];

export const figureThemes = ['light', 'dark'] as const;
export type FigureTheme = (typeof figureThemes)[number];

/** A line of the table beneath a figure: `Median of the date`, `1.42 MAF`. */
export type FigureFact = { readonly label: string; readonly value: string };

/** What a figure shows, as plain data that can be sent to another thread. */
export type Figure = {
  readonly title: string;
  /** The figure in a sentence or two. */
  readonly text: string;
  /** Of one value: where it stands among other years. */
  readonly bar?: BarMarks | undefined;
  readonly facts: readonly FigureFact[];
  readonly source: string;
  /** The day of the newest value, `YYYY-MM-DD`. */
  readonly through: string;
  /** The path of the portal's page with the same numbers. */
  readonly path: string;
  /** Years over one another, or undefined for a card with the facts. */
  readonly season: (SeasonRecords & { readonly facts: SeasonFacts }) | undefined;
};

/** The widths of a picture, in pixels before scaling. */
export const figureWidths = [400, 600, 800, 1200, 1600, 2000] as const;
/** A width between them becomes the next one. */
export const figureWidth = { min: figureWidths[0], max: figureWidths[5], default: 800 } as const;
export const figureScales = ['1', '2'] as const;

/** The file that a figure becomes: a picture of a width in pixels, or a page with the figure and its numbers. */
export type FigureFormat =
  /** `isBare`: without title, sentence and source, for a page that has them. */
  | { readonly kind: 'svg'; readonly width: number; readonly isBare?: true }
  /** Its pixels are multiplied by `scale`. */
  | { readonly kind: 'png'; readonly width: number; readonly scale: number }
  | { readonly kind: 'page' };

export type FigureTask = {
  readonly figure: Figure;
  readonly theme: FigureTheme;
  readonly format: FigureFormat;
  /** The address of the portal's page. */
  readonly address: string;
};

/** Draws a figure, in a thread of its own. @returns the file; rejects where the drawing failed */
export type DrawFigure = (task: FigureTask) => Promise<Uint8Array<ArrayBuffer>>;
