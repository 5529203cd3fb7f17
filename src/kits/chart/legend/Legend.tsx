import { memo, type ReactNode } from 'react';
import { axisName, axisOf } from '../axes.ts';
import { edgeNote, hasExcludedValues } from '../drawing/excluded-values.ts';
import { shadeExtent } from '../drawing/shade.ts';
import type { ChartContent, Side } from '../types.ts';
import styles from './Legend.module.css';
import { BandSample, EstimatedSample, ExcludedSample, LineSample, ShadeSample } from './LegendSamples.tsx';

type LegendProps = {
  content: ChartContent;
  hidden: readonly string[];
  onToggle: (id: string) => void;
};

type Entry = {
  readonly id: string;
  readonly label: string;
  readonly side: Side;
  readonly what: 'line' | 'area';
  readonly sample: ReactNode;
};

/** The lines and bands, grouped by axis; each can be hidden. */
export const Legend = memo(function Legend({ content, hidden, onToggle }: LegendProps) {
  const entries = entriesOf(content);
  const hasTwoAxes = (['left', 'right'] as const).every((side) => entries.some((each) => each.side === side));
  const groups: readonly Side[] = hasTwoAxes ? ['left', 'right'] : [entries[0]?.side ?? 'left'];
  return (
    <div className={styles.legend}>
      {groups.map((side) => {
        const name = axisName(axisOf(content, side));
        const label = hasTwoAxes ? `${side === 'left' ? 'Left' : 'Right'} axis: ${name}` : name;
        return (
          <fieldset key={side} className={styles.group}>
            <legend>{label}</legend>
            <ul>
              {entries
                .filter((each) => each.side === side)
                .map((each) => (
                  <li key={each.id}>
                    <LegendEntry entry={each} isHidden={hidden.includes(each.id)} onToggle={onToggle} />
                  </li>
                ))}
            </ul>
          </fieldset>
        );
      })}
      <Marks content={content} />
    </div>
  );
});

function entriesOf({ series, bands = [] }: ChartContent): readonly Entry[] {
  return [
    ...series.map(
      (each): Entry => ({
        id: each.id,
        label: each.label,
        side: each.side,
        what: 'line',
        sample: <LineSample series={each} />,
      }),
    ),
    ...bands.map(
      ({ id, label, side, color }): Entry => ({
        id,
        label,
        side,
        what: 'area',
        sample: <BandSample color={color} />,
      }),
    ),
  ];
}

type LegendEntryProps = { entry: Entry; isHidden: boolean; onToggle: (id: string) => void };

function LegendEntry({ entry: { id, label, what, sample }, isHidden, onToggle }: LegendEntryProps) {
  return (
    <button
      type="button"
      className={styles.entry}
      aria-pressed={!isHidden}
      title={isHidden ? `Show this ${what}` : `Hide this ${what}`}
      data-series={what === 'line' ? id : undefined}
      onClick={() => onToggle(id)}
    >
      {sample}
      {label}
    </button>
  );
}

/** What shade, dashes and crosses mean, if the chart has any. */
function Marks({ content }: { content: ChartContent }) {
  const { series, mark, estimatedMark, excludedMark } = content;
  return (
    <>
      {mark && series.some((each) => each.isMarked) && (
        <p className={styles.mark}>
          {shadeExtent(series) && <ShadeSample />}
          <strong>{mark.label}:</strong> {mark.meaning}
        </p>
      )}
      {estimatedMark && series.some((each) => each.isEstimated) && (
        <p className={styles.mark}>
          <EstimatedSample hasDot={series.some((each) => each.isEstimated && each.shape === 'dots')} />
          <strong>{estimatedMark.label}:</strong> {estimatedMark.meaning}
        </p>
      )}
      {excludedMark && hasExcludedValues(series) && (
        <p className={styles.mark}>
          <ExcludedSample />
          <strong>{excludedMark.label}:</strong> {excludedMark.meaning} {edgeNote}
        </p>
      )}
    </>
  );
}
