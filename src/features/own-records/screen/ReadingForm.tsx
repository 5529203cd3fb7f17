import { useStore } from '@nanostores/react';
import { X } from 'lucide-react';
import { type FormEvent, useRef } from 'react';
import { SelectField, TextArea, TextField } from '#kits/form/Field.tsx';
import { FileButton } from '#kits/form/FileButton.tsx';
import { Button, IconButton, Notice, Row, Stack } from '#kits/ui/index.ts';
import { countOf } from '#lib/count-text.ts';
import { describeStorageFault } from '#lib/page/storage.ts';
import type { OwnSite } from '../contract.ts';
import styles from './OwnRecords.module.css';
import type { Readings } from './readings-screen.ts';
import { parameterOf } from './typed-reading.ts';

/** A reading by hand, entered with one thumb and read in the sun. */
export function ReadingForm({ readings, site }: { readings: Readings; site: OwnSite }) {
  const typed = useStore(readings.$typed);
  const faults = useStore(readings.$faults);
  const form = useRef<HTMLFormElement>(null);
  const parameter = parameterOf(site, typed);
  if (!parameter)
    return <p>Nothing can be entered here yet. An administrator chooses what, in Own Records.</p>;

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (readings.save(site)) return;
    setTimeout(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus());
  }

  return (
    <form ref={form} className={`stack ${styles.form}`} onSubmit={submit} aria-label="New reading" noValidate>
      {site.parameters.length > 1 && (
        <SelectField
          label="What is read"
          value={String(parameter.parameter_ndx)}
          choices={site.parameters.map((each) => ({
            value: String(each.parameter_ndx),
            label: each.parameter_name,
          }))}
          onChange={(next) => readings.edit({ parameter: next, unit: '' })}
        />
      )}
      <Row gap={2} data-nowrap data-align="start">
        <div className="grow">
          <TextField
            label={parameter.parameter_name}
            type="number"
            value={typed.value}
            maxLength={30}
            error={faults.value}
            onChange={(value) => readings.edit({ value })}
          />
        </div>
        <div className={styles.unit}>
          <SelectField
            label="Unit"
            value={typed.unit || (parameter.units[0] ?? '')}
            choices={parameter.units.map((value) => ({ value, label: value }))}
            onChange={(unit) => readings.edit({ unit })}
          />
        </div>
      </Row>
      <TextField
        label="Time"
        type="datetime-local"
        value={typed.at}
        error={faults.at}
        hint={typed.instant && 'Now. Change it if the reading is older.'}
        onChange={(at) => readings.edit({ at })}
      />
      <TextArea
        label="Note (optional)"
        value={typed.note}
        maxLength={500}
        onChange={(note) => readings.edit({ note })}
      />
      <Row gap={2}>
        <FileButton accept="image/*" onChoose={(file) => void readings.addPhoto(file)}>
          {typed.photo ? 'Another photo' : 'Add a photo'}
        </FileButton>
        {typed.photo && (
          <>
            <img className={styles.photo} src={typed.photo} alt="The reading as photographed" />
            <IconButton
              label="Remove the photo"
              icon={X}
              onClick={() => readings.edit({ photo: undefined })}
            />
          </>
        )}
      </Row>
      {faults.photo !== undefined && <Notice severity="error">{faults.photo}</Notice>}
      <Button type="submit" variant="primary" className="full-width">
        Save reading
      </Button>
    </form>
  );
}

/** The readings that are not stored on the server, and what becomes of them. */
export function WaitingList({ readings: { waiting, change } }: { readings: Readings }) {
  const list = useStore(waiting.$entries);
  const failure = useStore(waiting.$failure);
  const isSending = useStore(waiting.$isSending);
  const fault = useStore(waiting.$storageFault);
  if (list.length === 0) return null;
  return (
    <Stack as="section" gap={2} className={styles.form} aria-label="Readings that are not saved yet">
      <Notice
        severity={fault ? 'error' : 'warning'}
        action={!isSending && <Button onClick={() => void waiting.sendAll()}>Try now</Button>}
      >
        <strong>{countOf(list.length, 'reading')} not saved yet.</strong> {isSending ? 'Sending…' : failure}{' '}
        {fault
          ? describeStorageFault(fault, 'it is lost if you leave this page before it is saved')
          : 'This device stores it, also if the page is closed. It is sent while this page is open.'}
      </Notice>
      <ul className="ruled-list">
        {list.map((reading) => (
          <Row as="li" gap={2} key={reading.id} className="pad-2 anywhere" data-spread>
            <span className="shrinks">{reading.label}</span>
            {reading.refusal !== undefined && (
              <>
                <strong className="danger">{reading.refusal}</strong>
                <Row gap={2}>
                  <Button onClick={() => change(reading)}>Change</Button>
                  <Button onClick={() => waiting.remove(reading.id)}>Discard</Button>
                </Row>
              </>
            )}
          </Row>
        ))}
      </ul>
    </Stack>
  );
}
