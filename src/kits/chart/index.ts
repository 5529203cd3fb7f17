export { Chart, initialChartState } from './Chart.tsx';
export { type Crosshair, createCrosshair } from './reading/read-out.ts';
export { chartCodec } from './state.ts';
export type * from './types.ts';
