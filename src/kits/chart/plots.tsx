import { Button, lazyPart, Notice, Spinner } from '../ui/index.ts';

export const waiting = (
  <div className="centered cover muted">
    <Spinner size={32} label="Drawing the chart" />
  </div>
);

/** Drawing with Vega, the heaviest script of the portal. */
const load = () => import('./drawing/VegaPlot.tsx');

export const VegaPlot = lazyPart(() => load().then((module) => module.VegaPlot));
export const PointPlot = lazyPart(() => load().then((module) => module.PointPlot), waiting);

type ChartErrorProps = { message: string; retry: (() => void) | undefined };

/** Why there is no chart. */
export function ChartError({ message, retry }: ChartErrorProps) {
  return (
    <Notice severity="error" action={retry && <Button onClick={retry}>Try again</Button>}>
      {`An error has occurred: ${message}`}
    </Notice>
  );
}
