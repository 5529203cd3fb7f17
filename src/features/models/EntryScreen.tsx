import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { findModel } from '#config/models/index.ts';
import type { Model } from '#contract/model.ts';
import { buttonClass, Notice } from '#kits/ui/index.ts';
import { Page } from '#kits/ui/Page.tsx';
import { $admitted, $session, type SessionUser } from '#session/session.ts';
import { request } from '#stores/api.ts';
import { actionsFor } from './actions-for.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { openConfirm } from './confirm.ts';
import type { ListScreen } from './list-screen.ts';
import { loadLookups } from './lookups.ts';
import { RecordForm } from './RecordForm.tsx';
import { RecordList } from './RecordList.tsx';
import { createRecordScreen } from './record-screen.ts';
import { createUnsaved } from './unsaved.ts';
import { useListScreen } from './use-list-screen.ts';

/** A form to enter records in succession, above the list of entries. Loads nothing before sign-in. */
export function EntryScreen({ model: name, title }: { model: string; title: string }) {
  const admitted = useStore($admitted);
  const session = useStore($session);
  const model = findModel(name);
  if (!model || !admitted || !('user' in session)) return null;
  return <Entries model={model} title={title} user={session.user} />;
}

function Entries({ model, title, user }: { model: Model; title: string; user: SessionUser }) {
  const list = useListScreen(() => ({
    model,
    actions: actionsFor(model, request, user.sub),
    columnOptions: { isEditor: user.isAdmin, hasLinks: true },
  }));
  const [entered, setEntered] = useState(0);
  useEffect(() => void loadLookups({ request, subject: user.sub }), [user.sub]);
  return (
    <Page
      title={title}
      actions={
        user.isAdmin && (
          <a className={buttonClass()} href={`/models/${model.name}`}>
            Manage entries
          </a>
        )
      }
      info={model.description}
    >
      {user.isAdmin ? (
        <EntryForm
          key={entered}
          model={model}
          user={user}
          list={list}
          onEntered={() => setEntered((count) => count + 1)}
        />
      ) : (
        <Notice severity="info">
          Only administrators can enter hours. The list shows the published entries.
        </Notice>
      )}
      <h2>Entries</h2>
      <RecordList screen={list} title="Entries" empty="There are no entries yet." />
      <ConfirmDialog />
    </Page>
  );
}

type FormProps = { model: Model; user: SessionUser; list: ListScreen; onEntered: () => void };

/** An empty form, which is replaced by a new one when its entry is saved. */
function EntryForm({ model, user, list, onEntered }: FormProps) {
  const what = `the new ${model.singular}`;
  const [screen] = useState(() =>
    createRecordScreen({
      model,
      actions: actionsFor(model, request, user.sub),
      id: undefined,
      unsaved: createUnsaved({ subject: user.sub, model: model.name, id: 'new' }),
      newId: () => crypto.randomUUID(),
      onCreated: () => void list.records.retry(),
      onDeleted: () => {},
    }),
  );
  return (
    <RecordForm
      screen={screen}
      content={undefined}
      what={what}
      onPublish={(go) => openConfirm('EVOLVE', { what }, go)}
      onSaved={onEntered}
      cancel={() => null}
    />
  );
}
