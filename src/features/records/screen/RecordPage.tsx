import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { type Model, oneRecord } from '#contract/records/model.ts';
import type { ContentRecord } from '#contract/records/records.ts';
import { type RecordContent, recordStatus } from '#domain/records/versions.ts';
import { Button, buttonClass, Card, LoadState, Notice, Row, Stack, useScreen } from '#kits/ui/index.ts';
import { formatMoment } from '#lib/calendar-text.ts';
import { capitalize } from '#lib/count-text.ts';
import type { SessionUser } from '#session/session.ts';
import { $lookups } from '#stores/lookups.ts';
import { setPageTitle } from '#stores/page-title.ts';
import { actionsFor, confirmPublishing, describeHiding } from './actions.ts';
import { PeriodChip, StatusChips } from './Chips.tsx';
import { askToDelete, askToHide, askToLeave } from './confirm.tsx';
import { Difference } from './Difference.tsx';
import { type FormValues, toContent } from './form-values.ts';
import { authorName, formatRecordTitle } from './format.ts';
import { RecordForm } from './RecordForm.tsx';
import { RecordView } from './RecordView.tsx';
import { createRecordScreen, type RecordScreen } from './record-screen.ts';
import { createUnsaved } from './unsaved.ts';
import { Versions } from './Versions.tsx';

type Props = {
  model: Model;
  user: SessionUser;
  /** Undefined for a new record. */
  id: string | undefined;
  mode: 'EDIT' | 'READONLY';
  onMode: (mode: 'EDIT' | 'READONLY') => void;
  onCreated: (id: string) => void;
  onDeleted: () => void;
};

/** The page of one record: to read, to edit or to add it. */
export function RecordPage({ model, user, id, mode, onMode, onCreated, onDeleted }: Props) {
  const screen = useScreen(() =>
    createRecordScreen({
      model,
      actions: actionsFor(model, user.sub),
      id,
      unsaved: createUnsaved({ subject: user.sub, model: model.name, id: id ?? 'new' }),
      newId: () => crypto.randomUUID(),
      onCreated: (record) => onCreated(record.id),
      onDeleted,
    }),
  );
  const state = useStore(screen.$state);
  const isDeleted = useStore(screen.$isDeleted);
  const lookups = useStore($lookups);
  const title =
    state.status === 'ready' ? formatRecordTitle(model, state.record, lookups) : capitalize(model.singular);
  useEffect(() => setPageTitle(id === undefined ? `Add ${model.singular}` : title), [id, model, title]);

  switch (state.status) {
    case 'missing':
      if (!isDeleted || !user.isAdmin) return <RecordNotFound model={model} />;
      return (
        <AddRecord
          screen={screen}
          user={user}
          onDiscard={() => {
            screen.discard();
            onDeleted();
          }}
        />
      );
    case 'loading':
    case 'failed':
      return <LoadState state={state} noun={`the ${model.singular}`} lines={8} retry={screen.load} />;
    case 'new':
      return <AddRecord screen={screen} user={user} />;
    case 'ready':
      return mode === 'EDIT' && user.isAdmin ? (
        <EditRecord screen={screen} record={state.record} user={user} onDone={() => onMode('READONLY')} />
      ) : (
        <ReadRecord screen={screen} record={state.record} user={user} onEdit={() => onMode('EDIT')} />
      );
  }
}

type AddRecordProps = {
  screen: RecordScreen;
  user: SessionUser;
  /** For the text of a record that was deleted meanwhile, to be saved as a new one: called when it is discarded. */
  onDiscard?: () => void;
};

/** The page of a new record. */
function AddRecord({ screen, user, onDiscard }: AddRecordProps) {
  const { model } = screen;
  return (
    <Stack className="readable">
      <h1>Add {model.singular}</h1>
      {user.isAdmin ? (
        <RecordForm
          screen={screen}
          content={undefined}
          what={`the new ${model.singular}`}
          onSaved={() => {}}
          cancel={() => (
            <a className={buttonClass('quiet')} href={`/models/${model.name}`}>
              Cancel
            </a>
          )}
          notice={() => onDiscard && <DeletedNotice model={model} onDiscard={onDiscard} />}
        />
      ) : (
        <Notice severity="info">Only administrators can add and change records.</Notice>
      )}
    </Stack>
  );
}

type EditRecordProps = { screen: RecordScreen; record: ContentRecord; user: SessionUser; onDone: () => void };

/** The page of a record while it is edited. */
function EditRecord({ screen, record, user, onDone }: EditRecordProps) {
  const title = formatRecordTitle(screen.model, record, useStore($lookups));
  const conflict = useStore(screen.$conflict);
  const isDeleted = useStore(screen.$isDeleted);
  const what = `“${title}”`;

  function leave(): void {
    screen.discard();
    if (isDeleted) void screen.load();
    else onDone();
  }

  return (
    <Stack className="readable">
      <Row gap="2 3">
        <h1 className="anywhere">{title}</h1>
        <StatusChips record={record} />
      </Row>
      <RecordForm
        screen={screen}
        content={record}
        what={what}
        onSaved={() => !isDeleted && onDone()}
        cancel={(isDirty) => (
          <Button variant="quiet" onClick={() => (isDirty ? askToLeave(what, leave) : leave())}>
            Cancel
          </Button>
        )}
        notice={(values, reset) =>
          isDeleted ? (
            <DeletedNotice model={screen.model} onDiscard={leave} />
          ) : (
            conflict && (
              <ConflictNotice
                screen={screen}
                theirs={conflict.theirs}
                reader={user.sub}
                values={values}
                reset={reset}
              />
            )
          )
        }
      />
    </Stack>
  );
}

/** Shown if no record has the id of the address, or the user may not see it. */
function RecordNotFound({ model }: { model: Model }) {
  return (
    <>
      <h1>{model.label}</h1>
      <Notice
        severity="warning"
        action={
          <a className={buttonClass()} href={`/models/${model.name}`}>
            Back to {model.label}
          </a>
        }
      >
        Record not found.
      </Notice>
    </>
  );
}

type ConflictNoticeProps = {
  screen: RecordScreen;
  /** The record as someone else saved it. */
  theirs: ContentRecord;
  /** The subject of the user. */
  reader: string;
  values: () => FormValues;
  reset: (content: RecordContent) => void;
};

/** Compares the form with what someone else has saved meanwhile, and asks which one to continue with. */
function ConflictNotice({ screen, theirs, reader, values, reset }: ConflictNoticeProps) {
  const { model } = screen;
  return (
    <Card
      as="section"
      gap={3}
      className="stack"
      data-roomy
      data-severity="warning"
      role="alert"
      aria-label="Someone else has saved"
    >
      <p>
        <strong>Someone has saved this {model.singular} since you opened it</strong> (
        {authorName(theirs.updated_by, reader)}, {formatMoment(theirs.updated_at)}). Nothing was overwritten,
        and your text is still here.
      </p>
      <Difference
        model={model}
        left={{ label: 'Theirs', content: theirs }}
        right={{ label: 'Yours', content: toContent(model.fields, values()) }}
      />
      <Row gap={2}>
        <Button
          onClick={() => {
            reset(theirs);
            screen.takeTheirs();
          }}
        >
          Load theirs, discard mine
        </Button>
        <Button variant="primary" onClick={() => screen.keepMine(values())}>
          Keep editing mine
        </Button>
      </Row>
    </Card>
  );
}

/** Explains that the record was deleted while it was edited, and that its form creates another one. */
function DeletedNotice({ model, onDiscard }: { model: Model; onDiscard: () => void }) {
  return (
    <div role="alert" aria-label={`The ${model.singular} was deleted`}>
      <Notice severity="warning" action={<Button onClick={onDiscard}>Discard what I typed</Button>}>
        Someone has deleted this {model.singular}. What you typed is still here: save it as {oneRecord(model)}{' '}
        of its own, or discard it.
      </Notice>
    </div>
  );
}

type ReadProps = { screen: RecordScreen; record: ContentRecord; user: SessionUser; onEdit: () => void };

/** The page of a record while it is read; administrators also get its actions and versions. */
function ReadRecord({ screen, record, user, onEdit }: ReadProps) {
  const { model } = screen;
  const title = formatRecordTitle(model, record, useStore($lookups));
  const unsaved = screen.readUnsaved();
  return (
    <Stack className="readable">
      <p className="anywhere quiet near-below">
        <a href={`/models/${model.name}`}>{model.label}</a>
      </p>
      <Row gap="2 3">
        <h1 className="anywhere">{title}</h1>
        {user.isAdmin && <StatusChips record={record} />}
        {user.isAdmin && <PeriodChip model={model} record={record} />}
      </Row>
      <p className="anywhere quiet near-above">
        Updated {formatMoment(record.updated_at)}
        {record.updated_by && ` by ${authorName(record.updated_by, user.sub)}`}
      </p>
      {user.isAdmin && unsaved && (
        <Notice severity="info" action={<Button onClick={onEdit}>Continue editing</Button>}>
          You have unsaved changes from {formatMoment(unsaved.at)}.
        </Notice>
      )}
      {user.isAdmin && record.status_id === recordStatus.updated && (
        <Notice severity="info">
          This is the latest version. Visitors see the published version until you publish this one.
        </Notice>
      )}
      {user.isAdmin && (
        <RecordActionButtons screen={screen} record={record} what={`“${title}”`} onEdit={onEdit} />
      )}
      <RecordView model={model} record={record} />
      {user.isAdmin && (
        <Versions
          model={model}
          record={record}
          subject={user.sub}
          onRestore={(version) => void screen.restore(version.content)}
        />
      )}
    </Stack>
  );
}

type ActionProps = { screen: RecordScreen; record: ContentRecord; what: string; onEdit: () => void };

function RecordActionButtons({ screen, record, what, onEdit }: ActionProps) {
  const { model } = screen;

  /** Content that is older than its rules is corrected in the form first. */
  function publish(): void {
    if (screen.checkSaved()) {
      confirmPublishing({ model, record, content: record, what }, () => void screen.publish());
    } else onEdit();
  }

  function hide(how: 'Unpublish' | 'Disable', work: () => Promise<void>): void {
    askToHide(how, what, describeHiding(model, record), () => void work());
  }

  return (
    <Row gap={2}>
      <Button variant="primary" onClick={onEdit}>
        Edit
      </Button>
      {record.status_id !== recordStatus.published && <Button onClick={publish}>Publish</Button>}
      {record.status_id !== recordStatus.draft && (
        <Button onClick={() => hide('Unpublish', screen.unpublish)}>Unpublish</Button>
      )}
      {record.is_enabled ? (
        <Button onClick={() => hide('Disable', screen.disable)}>Disable</Button>
      ) : (
        <Button onClick={() => void screen.enable()}>Enable</Button>
      )}
      <Button variant="danger" className="push" onClick={() => askToDelete(what, () => void screen.remove())}>
        Delete
      </Button>
    </Row>
  );
}
