import { Slider as Base } from '@base-ui/react/slider';
import { Minus, Plus } from 'lucide-react';
import { Button, Row } from '../ui/index.ts';
import styles from './Slider.module.css';

type SliderProps = {
  label: string;
  value: number;
  min: number;
  max: number;
  onChange: (value: number) => void;
  /** Shown next to the label and read by screen readers. */
  format: (value: number) => string;
};

/** About ten marks at round steps; a narrow slider shows every second one. */
function tickMarks(min: number, max: number): readonly number[] {
  const step = [1, 2, 5, 10, 20, 50].find((each) => (max - min) / each <= 10) ?? 100;
  const first = Math.ceil(min / step) * step;
  return Array.from({ length: Math.floor((max - first) / step) + 1 }, (_, at) => first + at * step);
}

/** Selects a number in a range, by dragging a thumb, with arrow keys, or with buttons for single steps. */
export function Slider({ label, value, min, max, onChange, format }: SliderProps) {
  const clamp = (wanted: number) => Math.min(max, Math.max(min, wanted));
  return (
    <Base.Root
      className="stack"
      data-gap={1}
      value={clamp(value)}
      min={min}
      max={max}
      onValueChange={(next) => onChange(clamp(next))}
    >
      <Row gap={3} data-nowrap data-spread className="text-sm">
        <Base.Label className="muted">{label}</Base.Label>
        <output className="strong">{format(clamp(value))}</output>
      </Row>
      <Row gap={3} data-nowrap>
        <Button
          icon
          aria-label={`${label}: one step back`}
          aria-disabled={value <= min}
          onClick={() => onChange(clamp(value - 1))}
        >
          <Minus size={16} aria-hidden="true" />
        </Button>
        <Base.Control className={`row ${styles.control} control-height`}>
          <Base.Track className={`full-width ${styles.track}`}>
            <Base.Indicator className={styles.indicator} />
            <Base.Thumb className={`${styles.thumb} round surface`} aria-valuetext={format(clamp(value))} />
          </Base.Track>
        </Base.Control>
        <Button
          icon
          aria-label={`${label}: one step on`}
          aria-disabled={value >= max}
          onClick={() => onChange(clamp(value + 1))}
        >
          <Plus size={16} aria-hidden="true" />
        </Button>
      </Row>
      <svg className={styles.marks} height="16" aria-hidden="true">
        {tickMarks(min, max).map((mark) => (
          <text key={mark} x={`${((mark - min) / Math.max(1, max - min)) * 100}%`} y="12" textAnchor="middle">
            {mark}
          </text>
        ))}
      </svg>
    </Base.Root>
  );
}
