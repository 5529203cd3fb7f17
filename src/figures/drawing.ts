import type { FigureTheme } from '#contract/figure.ts';

/** How a figure is drawn, `width` in pixels. */
export type Drawing = {
  readonly theme: FigureTheme;
  readonly width: number;
  /** The address of the portal's page, beneath the figure. Without it, title and source are left out. */
  readonly address: string | undefined;
};
