import { useStore } from '@nanostores/react';
import { type ReactNode, useMemo } from 'react';
import { glossaryLink } from '#config/glossary.ts';
import { axesOf } from '#domain/time-series/selection.ts';
import { DateField } from '#kits/form/DateField.tsx';
import { MultiSelect } from '#kits/form/MultiSelect.tsx';
import { SegmentedField } from '#kits/form/SegmentedField.tsx';
import { Button } from '#kits/ui/index.ts';
import { AxisFields } from './AxisFields.tsx';
import { lastYearOf, type Preset, presets } from './dates.ts';
import type { TimeSeriesScreen } from './screen.ts';
import styles from './TimeSeriesScreen.module.css';

const presetLabels: Record<Preset, string> = {
  'last-30-days': 'Last 30 days',
  'this-irrigation-season': 'This irrigation season',
  'this-water-year': 'This water year',
  'last-5-water-years': 'Last 5 water years',
  'full-record': 'Full record',
};

const axesChoices = [
  { value: 'two', label: 'Left and right' },
  { value: 'one', label: 'One axis' },
] as const;

type FilterPanelProps = {
  screen: TimeSeriesScreen;
  /** The button at the end of the fields. Absent in a drawer, which has one of its own. */
  submit?: ReactNode;
};

/** The filters: HUC8s, dates, and the fields of each axis. */
export function FilterPanel({ screen, submit }: FilterPanelProps) {
  const { huc8s } = useStore(screen.lists.$lists);
  const selection = useStore(screen.$selection);
  const stage = useStore(screen.$stage);
  const preset = useStore(screen.$preset);
  const note = useStore(screen.$dateNote);
  const isReady = stage === 'ready';
  const options = useMemo(
    () => (huc8s ?? []).map(({ huc8_ndx, huc8 }) => ({ value: huc8_ndx, label: huc8 })),
    [huc8s],
  );
  return (
    <div className={styles.fields} aria-busy={!isReady}>
      <MultiSelect
        label="HUC8s"
        help={glossaryLink('huc8')}
        noun="HUC8s"
        options={options}
        value={selection.huc8s}
        onChange={screen.setHuc8s}
        placeholder={huc8s ? 'All HUC8s' : 'Loading…'}
        disabled={!isReady}
        hint="HUC8s narrow the lists below. Changing them clears both axes."
      />
      <SegmentedField
        label="Axes"
        value={selection.oneAxis ? 'one' : 'two'}
        choices={axesChoices}
        onChange={(choice) => screen.setOneAxis(choice === 'one')}
      />
      <fieldset className={styles.dates}>
        <legend>Dates</legend>
        <DateField
          label="Start date"
          value={selection.start}
          onChange={(start) => screen.setDates({ start })}
          disabled={!isReady}
          error={note?.severity === 'error' ? note.text : undefined}
        />
        <DateField
          label="End date"
          value={selection.end}
          onChange={(end) => screen.setDates({ end })}
          disabled={!isReady}
        />
        <DateField
          label="As known on"
          value={selection.knownOn}
          onChange={(knownOn) => screen.setDates({ knownOn })}
          disabled={!isReady}
          hint="The values as known at the end of that day. Empty: as known now."
        />
        <div className={styles.presets}>
          {presets.map((each) => (
            <Button
              key={each}
              variant="quiet"
              aria-pressed={preset === each}
              disabled={!isReady}
              onClick={() => screen.choosePreset(each)}
            >
              {presetLabels[each]}
            </Button>
          ))}
          <Button
            variant="quiet"
            disabled={!isReady || !lastYearOf(selection)}
            onClick={screen.chooseLastYear}
          >
            Same dates last year
          </Button>
        </div>
        {note && note.severity !== 'error' && (
          <p className={styles.note} data-severity={note.severity} role="status">
            {note.text}
          </p>
        )}
      </fieldset>
      {axesOf(selection).map((side) => (
        <AxisFields key={side} screen={screen} side={side} />
      ))}
      {submit !== undefined && <div className={styles.submit}>{submit}</div>}
    </div>
  );
}
