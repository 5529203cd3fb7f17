import type { ReactNode } from 'react';
import { axisName, axisOf } from './axes.ts';
import { lineWidthOf } from './emphasis.ts';
import { edgeNote, hasExcludedValues } from './excluded-values.ts';
import styles from './Legend.module.css';
import { shadeExtent } from './shade.ts';
import { dashOf, estimatedDash } from './theme.ts';
import type { ChartContent, ChartSeries, Side } from './types.ts';

/** In pixels: a thinner line would hide its color. */
const minSampleWidth = 2;

type LegendProps = {
  content: ChartContent;
  hidden: readonly string[];
  onToggle: (id: string) => void;
};

/** The lines and bands, grouped by axis; each can be hidden. */
export function Legend({ content, hidden, onToggle }: LegendProps) {
  const { series, bands = [], mark, estimatedMark, excludedMark } = content;
  const items = [...series, ...bands];
  const hasTwoAxes = (['left', 'right'] as const).every((side) => items.some((each) => each.side === side));
  const groups: readonly Side[] = hasTwoAxes ? ['left', 'right'] : [items[0]?.side ?? 'left'];
  const entryOf = ({ id, label }: { id: string; label: string }) => ({
    label,
    isHidden: hidden.includes(id),
    onToggle: () => onToggle(id),
  });
  const isMarked = mark !== undefined && series.some((each) => each.isMarked);
  return (
    <div className={styles.legend}>
      {groups.map((side) => {
        const name = axisName(axisOf(content, side));
        const label = hasTwoAxes ? `${side === 'left' ? 'Left' : 'Right'} axis: ${name}` : name;
        return (
          <fieldset key={side} className={styles.group}>
            <legend>{label}</legend>
            <ul>
              {series
                .filter((each) => each.side === side)
                .map((each) => (
                  <li key={each.id}>
                    <LegendEntry {...entryOf(each)} what="line">
                      <LineSample series={each} />
                    </LegendEntry>
                  </li>
                ))}
              {bands
                .filter((each) => each.side === side)
                .map((each) => (
                  <li key={each.id}>
                    <LegendEntry {...entryOf(each)} what="area">
                      <BandSample color={each.color} />
                    </LegendEntry>
                  </li>
                ))}
            </ul>
          </fieldset>
        );
      })}
      {isMarked && (
        <p className={styles.mark}>
          {shadeExtent(series) && <ShadeSample />}
          <strong>{mark.label}:</strong> {mark.meaning}
        </p>
      )}
      {estimatedMark && series.some((each) => each.isEstimated) && (
        <p className={styles.mark}>
          <EstimatedSample />
          <strong>{estimatedMark.label}:</strong> {estimatedMark.meaning}
        </p>
      )}
      {excludedMark && hasExcludedValues(series) && (
        <p className={styles.mark}>
          <ExcludedSample />
          <strong>{excludedMark.label}:</strong> {excludedMark.meaning} {edgeNote}
        </p>
      )}
    </div>
  );
}

type LegendEntryProps = {
  label: string;
  what: 'line' | 'area';
  isHidden: boolean;
  onToggle: () => void;
  children: ReactNode;
};

function LegendEntry({ label, what, isHidden, onToggle, children }: LegendEntryProps) {
  return (
    <button
      type="button"
      className={styles.entry}
      aria-pressed={!isHidden}
      title={isHidden ? `Show this ${what}` : `Hide this ${what}`}
      onClick={onToggle}
    >
      {children}
      {label}
    </button>
  );
}

export function BandSample({ color }: { color: string }) {
  return (
    <svg className={styles.sample} width="28" height="12" aria-hidden="true">
      <rect
        x="1"
        y="1"
        width="26"
        height="10"
        rx="2"
        fill={color}
        stroke="currentColor"
        strokeOpacity="0.25"
      />
    </svg>
  );
}

export function LineSample({ series }: { series: ChartSeries }) {
  return (
    <svg className={styles.sample} width="28" height="8" aria-hidden="true">
      <line
        x1="1"
        y1="4"
        x2="27"
        y2="4"
        stroke={series.color}
        strokeWidth={Math.max(minSampleWidth, lineWidthOf(series))}
        strokeDasharray={dashOf(series).join(' ') || undefined}
      />
    </svg>
  );
}

function ShadeSample() {
  return (
    <svg className={styles.sample} width="28" height="12" aria-hidden="true">
      <rect className={styles.shade} width="22" height="12" />
    </svg>
  );
}

function EstimatedSample() {
  return (
    <svg className={styles.sample} width="28" height="10" aria-hidden="true">
      <line
        x1="1"
        y1="5"
        x2="21"
        y2="5"
        stroke="currentColor"
        strokeWidth="2"
        strokeDasharray={estimatedDash.join(' ')}
      />
    </svg>
  );
}

/** The mark of an excluded value, in the color of its line or of the surrounding text. */
export function ExcludedSample({ color = 'currentColor' }: { color?: string }) {
  return (
    <svg className={styles.sample} width="28" height="10" aria-hidden="true">
      <path d="M10,1L18,9M10,9L18,1" stroke={color} strokeWidth="1.8" fill="none" />
    </svg>
  );
}
