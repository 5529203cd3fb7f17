import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { Model } from '#contract/model.ts';
import type { ContentRecord } from '#contract/records.ts';
import { Button, buttonClass, Notice, SkeletonLines } from '#kits/ui/index.ts';
import type { SessionUser } from '#session/session.ts';
import { request } from '#stores/api.ts';
import { actionsFor } from './actions-for.ts';
import { authorName } from './author.ts';
import { StatusChips } from './Chips.tsx';
import { openConfirm } from './confirm.ts';
import { Difference } from './Difference.tsx';
import { formatRecordTitle } from './format.ts';
import { capitalize, formatShortDateTime } from './labels.ts';
import { $lookups } from './lookups.ts';
import { contentOf, RecordForm } from './RecordForm.tsx';
import { RecordNotFound } from './RecordNotFound.tsx';
import styles from './RecordPage.module.css';
import { RecordView } from './RecordView.tsx';
import { createRecordScreen, type RecordScreen } from './record-screen.ts';
import { setPageTitle } from './set-page-title.ts';
import { createUnsaved } from './unsaved.ts';
import { Versions } from './Versions.tsx';

export type RecordPageProps = {
  model: Model;
  user: SessionUser;
  id: string | undefined;
  mode: 'EDIT' | 'READONLY';
  onMode: (mode: 'EDIT' | 'READONLY') => void;
  onCreated: (id: string) => void;
  onDeleted: () => void;
};

/** One record: to read, to edit or to add. */
export function RecordPage({ model, user, id, mode, onMode, onCreated, onDeleted }: RecordPageProps) {
  const [screen] = useState(() =>
    createRecordScreen({
      model,
      actions: actionsFor(model, request, user.sub),
      id,
      unsaved: createUnsaved({ subject: user.sub, model: model.name, id: id ?? 'new' }),
      newId: () => crypto.randomUUID(),
      onCreated: (record) => onCreated(record.id),
      onDeleted,
    }),
  );
  useEffect(() => void screen.load(), [screen]);
  const state = useStore(screen.$state);
  const lookups = useStore($lookups);
  const title =
    state.status === 'ready' ? formatRecordTitle(model, state.record, lookups) : capitalize(model.singular);
  useEffect(() => setPageTitle(id === undefined ? `Add ${model.singular}` : title), [id, model, title]);

  switch (state.status) {
    case 'loading':
      return <SkeletonLines count={8} label={`Loading the ${model.singular}`} />;
    case 'missing':
      return <RecordNotFound model={model} />;
    case 'failed':
      return (
        <Notice severity="error" action={<Button onClick={() => void screen.load()}>Try again</Button>}>
          The {model.singular} could not be loaded. {state.error.message}
        </Notice>
      );
    case 'new':
      return <Adding screen={screen} user={user} />;
    case 'ready':
      return mode === 'EDIT' && user.isAdmin ? (
        <Editing screen={screen} record={state.record} user={user} onDone={() => onMode('READONLY')} />
      ) : (
        <Reading screen={screen} record={state.record} user={user} onEdit={() => onMode('EDIT')} />
      );
  }
}

function Adding({ screen, user }: { screen: RecordScreen; user: SessionUser }) {
  const { model } = screen;
  const list = `/models/${model.name}`;
  return (
    <div className={styles.page}>
      <h1>Add {model.singular}</h1>
      {user.isAdmin ? (
        <RecordForm
          screen={screen}
          content={undefined}
          what={`the new ${model.singular}`}
          onPublish={(go) => openConfirm('EVOLVE', { what: `the new ${model.singular}` }, go)}
          onSaved={() => {}}
          cancel={() => (
            <a className={buttonClass('quiet')} href={list}>
              Cancel
            </a>
          )}
        />
      ) : (
        <Notice severity="info">Adding and changing records needs the role Administrator.</Notice>
      )}
    </div>
  );
}

type EditingProps = { screen: RecordScreen; record: ContentRecord; user: SessionUser; onDone: () => void };

function Editing({ screen, record, user, onDone }: EditingProps) {
  const { model } = screen;
  const title = formatRecordTitle(model, record, useStore($lookups));
  const conflict = useStore(screen.$conflict);
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <h1>{title}</h1>
        <StatusChips record={record} />
      </div>
      <RecordForm
        screen={screen}
        content={record}
        what={`“${title}”`}
        onPublish={(go) => openConfirm('EVOLVE', { what: `“${title}”` }, go)}
        onSaved={onDone}
        cancel={(isDirty) => (
          <Button
            variant="quiet"
            onClick={() => {
              const leave = () => {
                screen.discard();
                onDone();
              };
              if (isDirty) openConfirm('UNSAVED', { what: `“${title}”` }, leave);
              else leave();
            }}
          >
            Cancel
          </Button>
        )}
        notice={(values, reset) =>
          conflict && (
            <section className={styles.conflict} role="alert" aria-label="Someone else has saved">
              <p>
                <strong>Someone has saved this {model.singular} since you opened it</strong> (
                {authorName(conflict.theirs.updated_by, user.sub)},{' '}
                {formatShortDateTime(conflict.theirs.updated_at)}). Nothing was overwritten, and your text is
                still here.
              </p>
              <Difference
                model={model}
                left={{ label: 'Theirs', content: conflict.theirs }}
                right={{ label: 'Yours', content: contentOf(screen, values()) }}
              />
              <div className={styles.buttons}>
                <Button
                  onClick={() => {
                    reset(conflict.theirs);
                    screen.takeTheirs();
                  }}
                >
                  Load theirs, discard mine
                </Button>
                <Button variant="primary" onClick={() => screen.keepMine(values())}>
                  Keep editing mine
                </Button>
              </div>
            </section>
          )
        }
      />
    </div>
  );
}

type ReadingProps = { screen: RecordScreen; record: ContentRecord; user: SessionUser; onEdit: () => void };

function Reading({ screen, record, user, onEdit }: ReadingProps) {
  const { model } = screen;
  const title = formatRecordTitle(model, record, useStore($lookups));
  const what = { what: `“${title}”` };
  const isDraft = record.status_id === 1;
  const unsaved = screen.readUnsaved();
  return (
    <div className={styles.page}>
      <p className={styles.crumbs}>
        <a href={`/models/${model.name}`}>{model.label}</a>
      </p>
      <div className={styles.head}>
        <h1>{title}</h1>
        {user.isAdmin && <StatusChips record={record} />}
      </div>
      <p className={styles.meta}>
        Updated {formatShortDateTime(record.updated_at)}
        {record.updated_by && ` by ${authorName(record.updated_by, user.sub)}`}
      </p>
      {user.isAdmin && unsaved && (
        <Notice severity="info" action={<Button onClick={onEdit}>Go on editing</Button>}>
          You have changes of {formatShortDateTime(unsaved.at)} that are not saved.
        </Notice>
      )}
      {user.isAdmin && record.status_id === 3 && (
        <Notice severity="info">
          This is the latest version. Visitors see the published one until this one is published.
        </Notice>
      )}
      {user.isAdmin && (
        <div className={styles.buttons}>
          <Button variant="primary" onClick={onEdit}>
            Edit
          </Button>
          {record.status_id !== 2 && (
            <Button onClick={() => openConfirm('EVOLVE', what, () => void screen.publish())}>Publish</Button>
          )}
          {!isDraft && (
            <Button
              onClick={() =>
                openConfirm('DEVOLVE', { ...what, how: 'Unpublish' }, () => void screen.unpublish())
              }
            >
              Unpublish
            </Button>
          )}
          {record.is_enabled ? (
            <Button
              onClick={() => openConfirm('DEVOLVE', { ...what, how: 'Disable' }, () => void screen.disable())}
            >
              Disable
            </Button>
          ) : (
            <Button onClick={() => void screen.enable()}>Enable</Button>
          )}
          <Button
            className={styles.danger}
            onClick={() => openConfirm('DELETE', what, () => void screen.remove())}
          >
            Delete
          </Button>
        </div>
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
    </div>
  );
}
