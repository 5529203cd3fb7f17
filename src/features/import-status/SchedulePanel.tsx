import { useStore } from '@nanostores/react';
import { type ImportSchedule, scheduleIntervals } from '#contract/imports.ts';
import { SelectField, TextField } from '#kits/form/Field.tsx';
import { SubmitButton } from '#kits/form/SubmitButton.tsx';
import { Button, Notice, SkeletonLines } from '#kits/ui/index.ts';
import { dateFormats, formatInstant } from '#lib/calendar-text.ts';
import { dataOf } from '#stores/queries.ts';
import styles from './ImportStatus.module.css';
import type { ImportControls, ScheduleDraft } from './import-controls.ts';
import { intervalLabels, sourceChoices, startedByLabel } from './labels.ts';

const intervalChoices = scheduleIntervals.map((value) => ({ value, label: intervalLabels[value] }));

/** Sets when the portal imports by itself. */
export function SchedulePanel({
  controls,
  reader,
}: {
  controls: ImportControls;
  reader: string | undefined;
}) {
  const state = useStore(controls.schedule.$state);
  const saved = dataOf(state);
  return (
    <section className={styles.panel} aria-labelledby="schedule-title">
      <h2 id="schedule-title">Schedule</h2>
      {'error' in state && (
        <Notice
          severity={saved ? 'warning' : 'error'}
          action={<Button onClick={() => void controls.schedule.retry()}>Try again</Button>}
        >
          The schedule could not be loaded. {state.error.message}
        </Notice>
      )}
      {!saved && !('error' in state) && <SkeletonLines count={4} label="Loading the schedule…" />}
      {saved && <ScheduleForm saved={saved} controls={controls} reader={reader} />}
    </section>
  );
}

type FormProps = { saved: ImportSchedule; controls: ImportControls; reader: string | undefined };

function ScheduleForm({ saved, controls, reader }: FormProps) {
  const changed = useStore(controls.$scheduleDraft);
  const { pending } = useStore(controls.$command);
  const draft: ScheduleDraft = changed ?? {
    every: saved.every,
    source: saved.source,
    sites: saved.sites?.join(', ') ?? '',
  };
  const set = (change: Partial<ScheduleDraft>) => controls.$scheduleDraft.set({ ...draft, ...change });
  return (
    <>
      <p role="status">{describeNext(saved, reader)}</p>
      <p className={styles.muted}>
        The portal imports by itself: the last 90 days of each record, and whole records once a week. It waits
        while another import is running.
      </p>
      <div className={styles.fields}>
        <SelectField
          label="How often"
          value={draft.every}
          choices={intervalChoices}
          onChange={(every) => set({ every })}
        />
        <SelectField
          label="Source of the scheduled import"
          value={draft.source}
          choices={sourceChoices}
          onChange={(source) => set({ source })}
        />
        <div className={styles.wide}>
          <TextField
            label="Sites of the scheduled import (optional)"
            value={draft.sites}
            onChange={(sites) => set({ sites })}
            maxLength={4000}
            hint="Separated by commas. Empty: all sites."
          />
        </div>
      </div>
      <div className={styles.actions}>
        <SubmitButton
          pending={pending === 'schedule'}
          reason={changed ? undefined : 'Nothing has been changed.'}
          onClick={() => void controls.saveSchedule()}
        >
          Save schedule
        </SubmitButton>
      </div>
    </>
  );
}

/** "Next import: 11/22/2026 6:00 AM. Set by you on 11/21/2026 3:10 PM." */
function describeNext(
  { next_at, changed_at, changed_by }: ImportSchedule,
  reader: string | undefined,
): string {
  const next =
    next_at === null
      ? 'No import is scheduled.'
      : `Next import: ${formatInstant(next_at, dateFormats.shortDateTime)}.`;
  if (changed_at === null || changed_by === null) return next;
  return `${next} Set by ${startedByLabel(changed_by, reader)} on ${formatInstant(changed_at, dateFormats.shortDateTime)}.`;
}
