export { readChartState, writeChartState } from './address.ts';
export { Chart, initialChartState } from './Chart.tsx';
export type * from './types.ts';
