import { lazyPart } from '../ui/index.ts';

/** The drawing with Vega, the heaviest script of the portal. */
export const VegaPlot = lazyPart(() => import('./drawing/VegaPlot.tsx').then((module) => module.VegaPlot));
