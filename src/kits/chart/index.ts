export { readChartState, writeChartState } from './address.ts';
export { Chart, initialChartState } from './Chart.tsx';
export { type Crosshair, createCrosshair } from './crosshair.ts';
export type * from './types.ts';
