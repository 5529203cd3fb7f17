import { axisName, axisOf } from './axes.ts';
import { edgeNote, hasExcludedValues } from './excluded-values.ts';
import styles from './Legend.module.css';
import { dashOf, estimatedDash } from './theme.ts';
import type { ChartContent, ChartSeries, Side } from './types.ts';

type LegendProps = {
  content: ChartContent;
  hidden: readonly string[];
  onToggle: (id: string) => void;
};

/** The lines, grouped by axis; each can be hidden. */
export function Legend({ content, hidden, onToggle }: LegendProps) {
  const { series, mark, estimatedMark, excludedMark } = content;
  const hasTwoAxes = (['left', 'right'] as const).every((side) => series.some((each) => each.side === side));
  const groups: readonly Side[] = hasTwoAxes ? ['left', 'right'] : [series[0]?.side ?? 'left'];
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
                    <button
                      type="button"
                      className={styles.entry}
                      aria-pressed={!hidden.includes(each.id)}
                      title={hidden.includes(each.id) ? 'Show this line' : 'Hide this line'}
                      onClick={() => onToggle(each.id)}
                    >
                      <LineSample series={each} />
                      {each.label}
                    </button>
                  </li>
                ))}
            </ul>
          </fieldset>
        );
      })}
      {isMarked && (
        <p className={styles.mark}>
          <strong>{mark.label}</strong> values are paler. {mark.meaning}
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

export function LineSample({ series }: { series: ChartSeries }) {
  return (
    <svg className={styles.sample} width="28" height="8" aria-hidden="true">
      <line
        x1="1"
        y1="4"
        x2="27"
        y2="4"
        stroke={series.color}
        strokeWidth="2.5"
        strokeDasharray={dashOf(series).join(' ') || undefined}
      />
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
