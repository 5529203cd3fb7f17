import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { pathOfSite } from '#domain/page-paths.ts';
import { SelectField, SubmitButton, TextField } from '#kits/form/Field.tsx';
import { FileButton } from '#kits/form/FileButton.tsx';
import { Button, Card, Grid, LoadState, Notice, Row, Spinner, Stack, useScreen } from '#kits/ui/index.ts';
import { LinesTable } from '#kits/ui/LinesTable.tsx';
import { dataOf } from '#stores/queries.ts';
import type { FilePreview, OwnFile, OwnFileState, OwnSite } from '../contract.ts';
import { createFileDoor, type FileDoor as Door } from './file-door.ts';
import { describeChange, describeOutcome, describePreview, formatCell, formatTime } from './file-text.ts';
import { fieldsOf } from './mapping-fields.ts';
import styles from './OwnRecords.module.css';
import { ownSites } from './own-sites.ts';

/** A logger's file, from the choice to what it has changed. */
export function FileDoor({ onStored }: { onStored: () => void }) {
  const door = useScreen(() => createFileDoor({ onStored }));
  const file = useStore(door.$file);
  const { pending, fault } = useStore(door.$work);
  const state = useStore(ownSites.$state);
  const sites = dataOf(state)?.sites.filter(({ can_write }) => can_write);
  return (
    <Card as="section" data-roomy gap={3} className="stack anywhere" aria-labelledby="own-file">
      <h2 id="own-file">A File of Your Own</h2>
      <LoadState state={state} noun="the own sites" lines={2} retry={ownSites.retry} />
      {sites?.length === 0 && (
        <Notice severity="info">
          There is no own site that you may write. An administrator creates one, and names its writers, in{' '}
          <a href="/account/own-records">Own Records</a>.
        </Notice>
      )}
      {sites && sites.length > 0 && (
        <>
          <p className="muted text-sm">
            CSV or JSON from a logger, up to 250 MB. First you see what the portal understands; nothing is
            stored before you say so. <a href="/documentation/guide/own-records">What it asks</a>
          </p>
          <Choice door={door} />
          {pending === 'upload' && (
            <p role="status">
              <Spinner /> Uploading…
            </p>
          )}
          {fault !== undefined && <Notice severity="error">{fault}</Notice>}
          {file && <Understanding key={file.id} door={door} file={file} sites={sites} />}
        </>
      )}
    </Card>
  );
}

/** The file, and what files of its kind mean. */
function Choice({ door }: { door: Door }) {
  const [name, setName] = useState('');
  const state = useStore(door.mappings.$state);
  const file = useStore(door.$file);
  const mappings = dataOf(state)?.mappings ?? [];
  const mappingOf = (chosen: string) => mappings.find((each) => each.name === chosen)?.mapping;

  function apply(chosen: string): void {
    setName(chosen);
    const mapping = mappingOf(chosen);
    if (file && mapping) door.setMapping({ ...file.suggested, ...mapping });
  }

  return (
    <Row gap={3} data-align="end">
      <FileButton
        accept=".csv,.txt,.tsv,.dat,.json"
        onChoose={(chosen) => void door.choose(chosen, mappingOf(name))}
      >
        {file ? 'Choose another file' : 'Choose a file'}
      </FileButton>
      <LoadState state={state} noun="the saved mappings" lines={1} retry={door.mappings.retry} />
      {mappings.length > 0 && (
        <SelectField
          label="Read it as"
          value={name}
          choices={[{ value: '', label: 'No saved mapping' }, ...mappings.map((each) => both(each.name))]}
          onChange={apply}
        />
      )}
      {name !== '' && (
        <Button onClick={() => void door.saveMapping(name, null).then(() => setName(''))}>
          Delete this mapping
        </Button>
      )}
    </Row>
  );
}

const both = (text: string) => ({ value: text, label: text });

type UnderstandingProps = { door: Door; file: OwnFile; sites: readonly OwnSite[] };

function Understanding({ door, file, sites }: UnderstandingProps) {
  const state = useStore(door.reading.$state);
  const stored = useStore(door.$stored);
  const preview = useStore(door.$preview);
  const columns = preview?.columns.length ? preview.columns : file.columns;
  return (
    <>
      <h3>What {file.name} means</h3>
      <section
        className={`outlined scrolls sunken pad-2-3 ${styles.head}`}
        aria-label="The first lines of the file"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
      >
        <pre>{file.head.join('\n')}</pre>
      </section>
      <MappingForm door={door} columns={columns} sites={sites} />
      {(state.status === 'failed' || !preview) && (
        <LoadState state={state} noun="the file" lines={4} retry={door.reading.retry} />
      )}
      {preview && (
        <Stack gap={3} className="dims" aria-busy={state.status === 'loading'}>
          <p role="status" className="strong">
            {describePreview(preview)}
          </p>
          <LinesTable
            title="The first rows as understood"
            head={['Line', 'Site', 'Time', 'Value', 'In the file']}
            rows={preview.rows.map((row) => [
              row.line,
              row.loc_name,
              formatTime(row.at),
              formatCell(row),
              row.text,
            ])}
          />
          <LinesTable
            title="Refused lines"
            head={['Line', 'Why', 'In the file']}
            rows={preview.refused.map(({ line, reason, text }) => [line, reason, text])}
          />
          {preview.changes.map((change) => (
            <p key={`${change.loc_ndx} ${change.parameter_ndx}`}>{describeChange(change)}</p>
          ))}
          {preview.questions.length === 0 && (
            <Storing door={door} preview={preview} isCurrent={state.status === 'ready'} />
          )}
          {stored && stored.status !== 'running' && <Outcome stored={stored} preview={preview} />}
        </Stack>
      )}
    </>
  );
}

type MappingFormProps = { door: Door; columns: readonly string[]; sites: readonly OwnSite[] };

/** A question stands beneath its field until it is answered. */
function MappingForm({ door, columns, sites }: MappingFormProps) {
  const mapping = useStore(door.$mapping);
  const asked = useStore(door.$preview)?.questions ?? [];
  const questions = new Map(asked.map(({ field, question }) => [field, question]));
  return (
    <Grid gap="3 4" column="14rem" data-align="start">
      {fieldsOf(mapping, { columns, sites })
        .filter(({ field, value, isRare }) => !isRare || value !== '' || questions.has(field))
        .map(({ field, label, value, choices, toPart, isOptional }) => {
          const question = isOptional ? undefined : questions.get(field);
          const isListed = value === '' || value in choices;
          return (
            <SelectField
              key={label}
              label={label}
              value={value}
              choices={[
                { value: '', label: 'Choose…' },
                ...(isListed ? [] : [both(value)]),
                ...Object.entries(choices).map(([each, text]) => ({ value: each, label: text })),
              ]}
              onChange={(chosen) => door.edit(toPart(chosen))}
              required={question !== undefined}
              hint={question && <strong className="warning">{question}</strong>}
            />
          );
        })}
    </Grid>
  );
}

type StoringProps = { door: Door; preview: FilePreview; isCurrent: boolean };

/** What is stored is what is in view: while that is read again, there is nothing to store. */
function Storing({ door, preview, isCurrent }: StoringProps) {
  const { pending } = useStore(door.$work);
  const isChanging = useStore(door.$isChanging);
  const [acceptsMagnitude, setAccepts] = useState(false);
  const [name, setName] = useState('');
  const isNamed = name.trim() !== '';
  const nothing = preview.changes.length === 0 ? 'There is nothing to store.' : undefined;
  const reason = isCurrent ? nothing : 'The file is read again.';
  return (
    <>
      <label>
        <input
          type="checkbox"
          checked={acceptsMagnitude}
          onChange={({ target }) => setAccepts(target.checked)}
        />{' '}
        Take values that seem to be in another unit than the record
      </label>
      <Row gap="2 4" data-align="end">
        <SubmitButton
          pending={pending === 'store'}
          reason={reason}
          isBrief={!isCurrent}
          onClick={() => void door.store(acceptsMagnitude)}
        >
          Store
        </SubmitButton>
        <TextField label="Name for this mapping" value={name} maxLength={60} onChange={setName} />
        <Button
          aria-disabled={!isNamed || isChanging}
          onClick={() => isNamed && void door.saveMapping(name.trim(), door.$mapping.get())}
        >
          Save mapping
        </Button>
      </Row>
    </>
  );
}

/** What was stored, and where it is seen. */
function Outcome({ stored, preview }: { stored: OwnFileState; preview: FilePreview }) {
  const places = new Map(preview.changes.map(({ loc_ndx, loc_name }) => [loc_ndx, loc_name]));
  return (
    <>
      <Notice
        severity={stored.status === 'succeeded' ? 'info' : stored.status === 'partial' ? 'warning' : 'error'}
      >
        {describeOutcome(stored)}{' '}
        {[...places].map(([ndx, name]) => (
          <a key={ndx} href={pathOfSite(ndx)}>
            {name}
          </a>
        ))}
      </Notice>
      <ul className="bullets text-sm">
        {stored.messages.map((message) => (
          <li key={message}>{message}</li>
        ))}
      </ul>
    </>
  );
}
