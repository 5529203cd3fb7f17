import { useStore } from '@nanostores/react';
import type { FormEvent } from 'react';
import { SelectField, TextField } from '#kits/form/Field.tsx';
import { Button, LoadState, Row } from '#kits/ui/index.ts';
import styles from './Alerts.module.css';
import { type MyAlertsStore, zonesOf } from './my-alerts.ts';

/** The hours in which a person has no mails: those that come then are sent when they end. */
export function QuietHours({ alerts }: { alerts: MyAlertsStore }) {
  const state = useStore(alerts.hours.$state);
  const settings = useStore(alerts.$settings);
  const isSaving = useStore(alerts.$isSavingHours);
  if (!settings)
    return <LoadState state={state} noun="the hours without mails" lines={2} retry={alerts.hours.retry} />;
  const { quiet_from, quiet_to, time_zone } = settings;
  const isHalf = (quiet_from === null) !== (quiet_to === null);
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!isHalf) void alerts.saveHours();
  }
  return (
    <form aria-label="Hours without mails" onSubmit={submit}>
      <Row gap={3} className={styles.settings}>
        <TextField
          label="No mails from"
          type="time"
          value={quiet_from ?? ''}
          onChange={(value) => alerts.editHours({ quiet_from: value === '' ? null : value })}
        />
        <TextField
          label="to"
          type="time"
          value={quiet_to ?? ''}
          error={isHalf ? 'Enter both times, or neither.' : undefined}
          onChange={(value) => alerts.editHours({ quiet_to: value === '' ? null : value })}
        />
        <SelectField
          label="Time zone"
          value={time_zone}
          choices={zonesOf(time_zone).map((value) => ({ value, label: value.replaceAll('_', ' ') }))}
          onChange={(value) => alerts.editHours({ time_zone: value })}
        />
        <Button type="submit" disabled={isSaving || isHalf}>
          Save hours
        </Button>
      </Row>
    </form>
  );
}
