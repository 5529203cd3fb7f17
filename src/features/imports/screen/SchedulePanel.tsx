import { useStore } from '@nanostores/react';
import { type ImportSchedule, scheduleIntervals } from '#contract/imports.ts';
import { SelectField, SubmitButton, TextField } from '#kits/form/Field.tsx';
import { Card, Grid, LoadState, Row } from '#kits/ui/index.ts';
import { formatMoment } from '#lib/calendar-text.ts';
import { dataOf } from '#stores/queries.ts';
import type { ImportControls, ScheduleDraft } from './import-controls.ts';
import { intervalLabels, sourceChoices, startedByLabel } from './labels.ts';
import { useFirstImport } from './use-first-import.ts';

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
    <Card as="section" data-roomy gap={3} className="stack anywhere" aria-labelledby="schedule-title">
      <h2 id="schedule-title">Schedule</h2>
      <LoadState state={state} noun="the schedule" lines={4} retry={controls.schedule.retry} />
      {saved && <ScheduleForm saved={saved} controls={controls} reader={reader} />}
    </Card>
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
  const [askFirst, dialog] = useFirstImport(controls);
  const save = () => void controls.saveSchedule();
  return (
    <>
      <p role="status">{describeNext(saved, reader)}</p>
      <p className="muted text-sm">
        The portal imports by itself: the last 90 days of each record, and whole records once a week. It waits
        while another import is running.
      </p>
      <Grid gap="3 4" column="14rem" data-align="start">
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
        <div className="whole-row">
          <TextField
            label="Sites of the scheduled import (optional)"
            value={draft.sites}
            onChange={(sites) => set({ sites })}
            maxLength={4000}
            hint="Separated by commas. Empty: all sites."
          />
        </div>
      </Grid>
      <Row gap="2 3">
        <SubmitButton
          pending={pending === 'schedule'}
          reason={changed ? undefined : 'Nothing has been changed.'}
          onClick={() => (draft.every === 'off' ? save() : askFirst(draft.source, 'Save schedule', save))}
        >
          Save schedule
        </SubmitButton>
      </Row>
      {dialog}
    </>
  );
}

/** "Next import: 11/22/2026 6:00 AM. Set by you on 11/21/2026 3:10 PM." */
function describeNext(
  { next_at, changed_at, changed_by }: ImportSchedule,
  reader: string | undefined,
): string {
  const next = next_at === null ? 'No import is scheduled.' : `Next import: ${formatMoment(next_at)}.`;
  if (changed_at === null || changed_by === null) return next;
  return `${next} Set by ${startedByLabel(changed_by, reader)} on ${formatMoment(changed_at)}.`;
}
