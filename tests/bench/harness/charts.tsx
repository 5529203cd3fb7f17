import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { Chart, type ChartContent, initialChartState } from '#kits/chart/index.ts';
import { waitFor, waitForPaint } from './wait.ts';

const locations = 10;
const days = 30 * 365;
const start = 4018;
const colors = [
  '#0077bb',
  '#770066',
  '#bb9911',
  '#6688ff',
  '#2233aa',
  '#008b8b',
  '#993355',
  '#771100',
  '#5b7a45',
  '#aa6633',
];

const xs = Int32Array.from({ length: days }, (_, day) => start + day);
/** Yearly waves with deterministic noise: the fractional parts of multiples of a golden ratio. */
const all = Array.from({ length: locations }, (_, location) =>
  Float64Array.from(
    { length: days },
    (_unused, day) =>
      2000 +
      300 * location +
      1500 * Math.sin((day + 20 * location) / 58.1) +
      400 * ((day * 0.618034 * (location + 1)) % 1),
  ),
);

const content: ChartContent = {
  title: 'Streamflow',
  time: { kind: 'days' },
  axes: { left: { title: 'Streamflow', unit: 'cfs' } },
  series: all.map((ys, index) => ({
    id: `left-${index}`,
    label: `Gage ${index + 1}`,
    side: 'left',
    color: colors[index] ?? '#000000',
    xs,
    ys,
    maxGap: 1,
  })),
  source: 'made',
};

function createHost(): HTMLElement {
  const host = document.createElement('div');
  document.getElementById('root')?.replaceChildren(host);
  return host;
}

/** Whether anything is drawn in the middle of a canvas. */
function hasInk(canvas: HTMLCanvasElement): boolean {
  const { width, height } = canvas;
  const { data } = canvas.getContext('2d')?.getImageData(width >> 1, 0, 8, height) ?? { data: [] };
  const seen = new Set<number>();
  for (let at = 0; at < data.length; at += 4)
    seen.add((data[at] ?? 0) * 65_536 + (data[at + 1] ?? 0) * 256 + (data[at + 2] ?? 0));
  return seen.size > 8;
}

/** Milliseconds from 110,000 loaded values to the painted chart of the kit. */
async function chartKit(): Promise<number> {
  const host = createHost();
  const root = createRoot(host);
  await waitForPaint();
  const began = performance.now();
  flushSync(() =>
    root.render(
      <Chart
        data={{ status: 'ready', content }}
        theme="light"
        state={initialChartState}
        onState={() => {}}
      />,
    ),
  );
  await waitFor('The chart', () => [...host.querySelectorAll('canvas')].find(hasInk));
  const taken = (await waitForPaint()) - began;
  root.unmount();
  return taken;
}

/** The same lines with uPlot. */
async function bareUplot(): Promise<number> {
  const host = createHost();
  await waitForPaint();
  const began = performance.now();
  const plot = new uPlot(
    {
      width: 1400,
      height: 600,
      series: [{}, ...all.map((_, index) => ({ stroke: colors[index] ?? '#000000' }))],
    },
    [xs.map((day) => day * 86_400), ...all],
    host,
  );
  await waitFor('The chart', () => [...host.querySelectorAll('canvas')].find(hasInk));
  const taken = (await waitForPaint()) - began;
  plot.destroy();
  return taken;
}

const crowdedDays = 40 * 365;
const crowdedXs = Int32Array.from({ length: crowdedDays }, (_, day) => start + day);

/** 50 locations × 40 years. */
const crowded: ChartContent = {
  ...content,
  series: Array.from({ length: 50 }, (_, location) => ({
    id: `left-${location}`,
    label: `Gage ${location + 1}`,
    side: 'left',
    color: colors[location % colors.length] ?? '#000000',
    xs: crowdedXs,
    ys: Float64Array.from(
      crowdedXs,
      (day) => 2000 + 60 * location + 1500 * Math.sin((day + 20 * location) / 58.1),
    ),
    maxGap: 1,
  })),
};

const standingChart = () => leaveChart(content);
const crowdedChart = () => leaveChart(crowded);

/** Renders a chart and leaves it mounted, to measure pointer moves. */
async function leaveChart(shown: ChartContent): Promise<number> {
  const host = createHost();
  const root = createRoot(host);
  root.render(
    <Chart
      data={{ status: 'ready', content: shown }}
      theme="light"
      state={initialChartState}
      onState={() => {}}
    />,
  );
  await waitFor('The chart', () => [...host.querySelectorAll('canvas')].find(hasInk));
  return 0;
}

export const charts = { chartKit, bareUplot, standingChart, crowdedChart };
