export { readChartState, writeChartState } from './address.ts';
export { Chart, initialChartState } from './Chart.tsx';
export { type Crosshair, createCrosshair } from './reading/crosshair.ts';
export type * from './types.ts';
