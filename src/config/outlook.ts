import type { Basin } from '#contract/basin.ts';

/** A point with an outlook, as a screen offers it; `from` and `to` are the days of its period, `MM-DD`. */
export type OutlookPointOption = {
  readonly id: string;
  readonly label: string;
  readonly from: string;
  readonly to: string;
};

/** Reservoirs whose fill follows from the outlook of a point. */
export type FillOption = { readonly id: string; readonly label: string; readonly point: string };

/** The outlooks of a portal, in the order of its basin file. */
export type OutlookOptions = {
  readonly points: readonly OutlookPointOption[];
  readonly fill: readonly FillOption[];
};

/** What the screens of the outlook offer. Undefined for a basin file without one. */
export function outlookOptions({ outlook }: Basin): OutlookOptions | undefined {
  if (!outlook) return undefined;
  return {
    points: outlook.points.map(({ id, label, period }) => ({ id, label, ...period })),
    fill: (outlook.fill ?? []).map(({ id, label, point }) => ({ id, label, point })),
  };
}
