import { useStore } from '@nanostores/react';
import { useMemo } from 'react';
import { Chart, type ChartContent, type ChartData } from '#kits/chart/index.ts';
import type { DataLink } from '#kits/ui/CopyButton.tsx';
import { Notices } from '#kits/ui/index.ts';
import { PrintSheet } from '#kits/ui/print/PrintSheet.tsx';
import { dataOf, type SubmitQuery } from '#stores/queries.ts';
import { $resolvedTheme } from '#stores/theme.ts';
import styles from './SnowGroups.module.css';
import type { Curve } from './state.ts';

/** A figure of a group or a station, with what it is compared with: `Peak`, `25.4 in on 04/12/2020`. */
export type SnowFact = { readonly term: string; readonly text: string; readonly note?: string };

type SnowCurveProps<T> = {
  curve: Curve<{ readonly query: SubmitQuery<T | undefined, unknown> }>;
  noun: string;
  /** Above the chart. */
  factsOf?: (data: T) => readonly SnowFact[] | undefined;
  /** Says which parts of the chart are missing, and why. */
  lackOf: (data: T) => readonly string[];
  /** The same function in all renders. Undefined without values. */
  contentOf: (data: T, theme: 'light' | 'dark') => ChartContent | undefined;
  /** What the curve says, for paper. */
  findingOf?: (data: T) => string | undefined;
  /** Why there is no chart then. */
  empty: string;
  linkOf?: (data: T) => DataLink | undefined;
};

/** What is loaded of a group or a station: its facts, and its curve over the normals. */
export function SnowCurve<T>(props: SnowCurveProps<T>) {
  const { curve, noun, factsOf, lackOf, contentOf, findingOf, empty, linkOf } = props;
  const { query, $chart, setChart } = curve;
  const state = useStore(query.$state);
  const chart = useStore($chart);
  const theme = useStore($resolvedTheme);
  const found = dataOf(state);
  const data = useMemo((): ChartData => {
    if (state.status === 'failed')
      return { status: 'failed', message: state.error.message, retry: () => void query.retry() };
    if (!('data' in state)) return { status: 'loading', progress: `Loading the ${noun}…` };
    const content = state.data && contentOf(state.data, theme);
    return content ? { status: 'ready', content } : { status: 'idle', hint: empty };
  }, [state, query, noun, contentOf, theme, empty]);
  const printed = useMemo(() => found && contentOf(found, 'light'), [found, contentOf]);
  const facts = found && factsOf?.(found);
  return (
    <>
      {facts && <SnowFacts facts={facts} />}
      {found && <Notices severity="warning" texts={lackOf(found)} />}
      <PrintSheet data={data} finding={found && findingOf?.(found)}>
        <Chart
          data={data}
          {...(printed && { printed })}
          theme={theme}
          state={chart}
          onState={setChart}
          link={found && linkOf?.(found)}
        />
      </PrintSheet>
    </>
  );
}

/** The figures of a group or a station. */
export function SnowFacts({ facts }: { facts: readonly SnowFact[] }) {
  return (
    <dl className={`grid ${styles.facts}`} data-gap="3 5">
      {facts.map(({ term, text, note }) => (
        <div key={term}>
          <dt className="quiet">{term}</dt>
          <dd>
            <strong className="text-lg">{text}</strong>
            {note !== undefined && <span className="quiet">{note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
