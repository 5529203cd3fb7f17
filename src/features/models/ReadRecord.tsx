import { useStore } from '@nanostores/react';
import type { ContentRecord } from '#contract/records.ts';
import { recordStatus } from '#domain/records/status.ts';
import { Button, Notice } from '#kits/ui/index.ts';
import type { SessionUser } from '#session/session.ts';
import { $lookups } from '#stores/lookups.ts';
import { authorName } from './author.ts';
import { PeriodChip, StatusChips } from './Chips.tsx';
import { openConfirm } from './confirm.ts';
import { confirmPublishing } from './confirm-publishing.ts';
import { formatRecordTitle } from './format.ts';
import { formatShortDateTime } from './labels.ts';
import { describeHiding } from './publishing.ts';
import styles from './RecordPage.module.css';
import { RecordView } from './RecordView.tsx';
import type { RecordScreen } from './record-screen.ts';
import { Versions } from './Versions.tsx';

type Props = { screen: RecordScreen; record: ContentRecord; user: SessionUser; onEdit: () => void };

/** The page of a record while it is read; administrators also get its actions and versions. */
export function ReadRecord({ screen, record, user, onEdit }: Props) {
  const { model } = screen;
  const title = formatRecordTitle(model, record, useStore($lookups));
  const unsaved = screen.readUnsaved();
  return (
    <div className={styles.page}>
      <p className={styles.crumbs}>
        <a href={`/models/${model.name}`}>{model.label}</a>
      </p>
      <div className={styles.head}>
        <h1>{title}</h1>
        {user.isAdmin && <StatusChips record={record} />}
        {user.isAdmin && <PeriodChip model={model} record={record} />}
      </div>
      <p className={styles.meta}>
        Updated {formatShortDateTime(record.updated_at)}
        {record.updated_by && ` by ${authorName(record.updated_by, user.sub)}`}
      </p>
      {user.isAdmin && unsaved && (
        <Notice severity="info" action={<Button onClick={onEdit}>Continue editing</Button>}>
          You have unsaved changes from {formatShortDateTime(unsaved.at)}.
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
    </div>
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
    openConfirm('DEVOLVE', { what, how, effect: describeHiding(model, record) }, () => void work());
  }

  return (
    <div className={styles.buttons}>
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
      <Button
        className={styles.danger}
        onClick={() => openConfirm('DELETE', { what }, () => void screen.remove())}
      >
        Delete
      </Button>
    </div>
  );
}
