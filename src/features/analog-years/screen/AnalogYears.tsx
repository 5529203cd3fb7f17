import { useStore } from '@nanostores/react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { Chart, type ChartData, initialChartState } from '#kits/chart/index.ts';
import { DateField, SelectField } from '#kits/form/Field.tsx';
import { Button, LoadState, Row, Stack } from '#kits/ui/index.ts';
import { PrintSheet } from '#kits/ui/print/PrintSheet.tsx';
import { formatUsDate } from '#lib/calendar.ts';
import { formatFixed } from '#lib/format-number.ts';
import { showToast } from '#lib/page/toasts.ts';
import { HowComputed } from '#season/HowComputed.tsx';
import { SeasonTable } from '#season/SeasonTable.tsx';
import { describeVolume } from '#season/volume-text.ts';
import { $resolvedTheme } from '#stores/theme.ts';
import type { AnalogYears as Answer } from '../contract.ts';
import { type AnalogKind, analogKinds } from '../rules.ts';
import styles from './AnalogYears.module.css';
import {
  analogChart,
  describeAnalogs,
  describeBasis,
  describeError,
  describeMeasure,
  describeNearness,
  describeSkill,
  kindLabels,
  nameOutcome,
  pathsOfYears,
  skillNote,
} from './analog-text.ts';
import type { AnalogProps } from './analogs.ts';

/** The past years most like the running one: why they are near, what followed, and how much that would have helped. */
export function AnalogYears({ analogs, draw }: AnalogProps) {
  const state = useStore(analogs.query.$state);
  const view = useStore(analogs.$view);
  // biome-ignore lint/correctness/useExhaustiveDependencies: loads again with each view
  useEffect(() => analogs.load(), [analogs, view]);
  // The last answer stays while that to other weights is on its way.
  const last = useRef<Answer | null>(undefined);
  if ('data' in state) last.current = state.data;
  const isLoading = state.status === 'loading' && last.current !== undefined;
  const found = 'error' in state ? undefined : last.current;
  return (
    <Stack gap={3} className={styles.content} aria-busy={isLoading}>
      <Choice analogs={analogs} on={found?.on} />
      {state.status !== 'idle' && !isLoading && (
        <LoadState state={state} noun="the analog years" lines={16} retry={analogs.query.retry} />
      )}
      {found === null && (
        <p className="quiet">
          The basin file of this portal has no storage, snow, natural flow or gains to compare years by.
        </p>
      )}
      {found && <Found found={found} draw={draw} />}
    </Stack>
  );
}

const usualWeights = ['0', '0.5', '1', '2', '3', '5', '10'];

function Choice({ analogs, on }: Pick<AnalogProps, 'analogs'> & { on: string | undefined }) {
  const view = useStore(analogs.$view);
  const weigh = (kind: AnalogKind, weight: number) => {
    const weights = { ...view.weights, [kind]: weight };
    if (analogKinds.every((each) => weights[each] === 0)) {
      showToast('At least one measure needs a weight above 0.', 'warning');
    } else analogs.setView({ weights });
  };
  return (
    <Row gap={2} data-align="end" className="no-print">
      <DateField
        label="Like the day"
        value={view.on ?? on}
        onChange={(day) => analogs.setView({ on: day })}
      />
      {analogKinds.map((kind) => {
        const value = String(view.weights[kind]);
        const choices = [...new Set([...usualWeights, value])].toSorted(
          (one, other) => Number(one) - Number(other),
        );
        return (
          <SelectField
            key={kind}
            label={`Weight of ${kindLabels[kind].toLowerCase()}`}
            value={value}
            choices={choices.map((each) => ({ value: each, label: each }))}
            onChange={(weight) => weigh(kind, Number(weight))}
          />
        );
      })}
    </Row>
  );
}

function Found({ found, draw }: Pick<AnalogProps, 'draw'> & { found: Answer }) {
  const { on, year, measures, nearest, complete, outcomes, delivered_by } = found;
  const paths = pathsOfYears(found);
  const head = nearest.map((each) => (
    <>
      <strong>{each.year}</strong> <small className="quiet-xs regular">to {formatUsDate(each.on)}</small>
    </>
  ));
  return (
    <>
      <p>{describeAnalogs(found)}</p>
      {nearest.length > 0 && (
        <Row gap={3} className="no-print">
          <Button variant="primary" onClick={() => compare(found, draw)}>
            Compare on the chart
          </Button>
          <a href={paths.gains}>Compare in Reach Gains</a>
          <a href={paths.forecast}>Compare in Forecast Supply</a>
        </Row>
      )}
      <SeasonTable
        caption="Why they are near"
        header={['Measure', `${year} to ${formatUsDate(on)}`, ...head]}
        rows={[
          ...measures.map((measure, at) => ({
            key: measure.label,
            head: (
              <>
                {measure.label} <small className="quiet-xs regular">{describeBasis(measure, on)}</small>
              </>
            ),
            cells: [measure.value, ...nearest.map(({ values }) => values[at])].map((value) =>
              describeMeasure(value, measure),
            ),
          })),
          {
            key: 'distance',
            head: 'Distance (1: a standard deviation apart)',
            cells: ['', ...nearest.map(({ distance }) => formatFixed(distance, 2))],
            isLeading: true,
          },
          {
            key: 'why',
            head: 'Why',
            cells: [
              '',
              ...nearest.map((each) => <small key={each.year}>{describeNearness(each, measures)}</small>),
            ],
          },
        ]}
      />
      {nearest.length > 0 && outcomes.length > 0 && (
        <>
          <SeasonTable
            caption="What followed (not a forecast)"
            header={[
              'To the end of the water year',
              `Median of the ${nearest.length}`,
              `Median of all ${complete.length} years`,
              ...head,
            ]}
            rows={outcomes.map((each) => ({
              key: each.outcome,
              head: (
                <>
                  {nameOutcome(each)} <small className="quiet-xs regular">{describeSkill(each)}</small>
                </>
              ),
              cells: [
                [each.median, each.hindcast?.error] as const,
                [each.climatology, each.hindcast?.climatology_error] as const,
              ]
                .map(([value, error], at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the two do not move
                  <span key={at}>
                    {value === null ? '–' : describeVolume(value)}{' '}
                    <small className="quiet-xs regular">{describeError(error)}</small>
                  </span>
                ))
                .concat(
                  nearest.map(({ year: past, followed }) => {
                    const value = followed[each.outcome];
                    return <span key={past}>{value === null ? '–' : describeVolume(value)}</span>;
                  }),
                ),
            }))}
          />
          <p className="quiet-xs">{skillNote}</p>
        </>
      )}
      <WhatFollowed found={found} />
      <p className="quiet-xs">Values: {delivered_by.join(', ')}.</p>
      <HowComputed
        title="the analog years"
        computation={{
          section: 'analog-years',
          entries: [
            {
              term: 'Distance',
              text: 'The root of the weighted mean of the squared differences from this year, each divided by the standard deviation of the past years that have every measure. The groups of snow share one weight.',
            },
            { term: 'Years compared', text: complete.join(', ') || 'none' },
          ],
        }}
      />
    </>
  );
}

/** Draws the years, and goes to the result once the section above it has closed. */
function compare({ year, nearest }: Answer, draw: AnalogProps['draw']) {
  draw([year, ...nearest.map((each) => each.year)]);
  requestAnimationFrame(() => document.getElementById('result')?.focus());
}

function WhatFollowed({ found }: { found: Answer }) {
  const theme = useStore($resolvedTheme);
  const [state, setState] = useState(initialChartState);
  const content = useMemo(() => analogChart(found, theme), [found, theme]);
  const printed = useMemo(() => analogChart(found, 'light'), [found]);
  const data = useMemo(
    (): ChartData => (content ? { status: 'ready', content } : { status: 'idle' }),
    [content],
  );
  if (!content) return null;
  return (
    <PrintSheet data={data} finding={describeAnalogs(found)} table={null}>
      <Chart data={data} {...(printed && { printed })} theme={theme} state={state} onState={setState} />
    </PrintSheet>
  );
}
