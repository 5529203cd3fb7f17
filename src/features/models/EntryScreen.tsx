import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { findModel } from '#config/models/index.ts';
import type { Model } from '#contract/model.ts';
import { buttonClass, Notice } from '#kits/ui/index.ts';
import { Page } from '#kits/ui/Page.tsx';
import { $admitted, $session, type SessionUser } from '#session/session.ts';
import { createAddress } from '#stores/address.ts';
import { request } from '#stores/api.ts';
import { actionsFor } from './actions-for.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { openConfirm } from './confirm.ts';
import { createListScreen, type ListScreen } from './list-screen.ts';
import { loadLookups } from './lookups.ts';
import { RecordForm } from './RecordForm.tsx';
import { RecordList } from './RecordList.tsx';
import { createRecordScreen } from './record-screen.ts';
import { createUnsaved } from './unsaved.ts';

/** One entry after the other, with those that are there below. It asks for nothing before someone is signed in. */
export function EntryScreen({ model: name, title }: { model: string; title: string }) {
  const admitted = useStore($admitted);
  const session = useStore($session);
  const model = findModel(name);
  if (!model || !admitted || !('user' in session)) return null;
  return <Entries model={model} title={title} user={session.user} />;
}

function Entries({ model, title, user }: { model: Model; title: string; user: SessionUser }) {
  const [list] = useState(() =>
    createListScreen({
      model,
      actions: actionsFor(model, request, user.sub),
      address: createAddress(),
      columnOptions: { isEditor: user.isAdmin, hasLinks: true },
      isNarrow: matchMedia('(width < 640px)').matches,
    }),
  );
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
          Entering hours needs the role Administrator. Below is what is published.
        </Notice>
      )}
      <h2>Entries</h2>
      <RecordList screen={list} title="Entries" empty="There are no entries yet." />
      <ConfirmDialog />
    </Page>
  );
}

type FormProps = { model: Model; user: SessionUser; list: ListScreen; onEntered: () => void };

/** An empty form; once its entry is saved, the next one takes its place. */
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
