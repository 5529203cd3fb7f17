export { readChartState, writeChartState } from './address.ts';
export { Chart, type ChartProps, type ChartState, initialChartState } from './Chart.tsx';
export type * from './types.ts';
