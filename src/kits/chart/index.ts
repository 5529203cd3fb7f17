export { readChartState, writeChartState } from './address.ts';
export { Chart, type ChartProps, type ChartState, wholeChart } from './Chart.tsx';
export type * from './types.ts';
