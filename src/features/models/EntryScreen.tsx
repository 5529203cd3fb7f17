import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { findModel } from '#config/models/index.ts';
import type { Model } from '#contract/model.ts';
import { buttonClass, Notice } from '#kits/ui/index.ts';
import { Page } from '#kits/ui/Page.tsx';
import { $admitted, $session, type SessionUser } from '#session/session.ts';
import { request } from '#stores/api.ts';
import { loadLookups } from '#stores/lookups.ts';
import { actionsFor } from './actions-for.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { MonthEntry } from './month/MonthEntry.tsx';
import { RecordList } from './RecordList.tsx';
import { useListScreen } from './use-list-screen.ts';

/** The grid of a well's month for administrators; the published entries for others. Loads nothing before sign-in. */
export function EntryScreen({ model: name, title }: { model: string; title: string }) {
  const admitted = useStore($admitted);
  const session = useStore($session);
  const model = findModel(name);
  if (!model || !admitted || !('user' in session)) return null;
  return <Entries model={model} title={title} user={session.user} />;
}

function Entries({ model, title, user }: { model: Model; title: string; user: SessionUser }) {
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
      {user.isAdmin ? <MonthEntry user={user} /> : <PublishedEntries model={model} user={user} />}
      <ConfirmDialog />
    </Page>
  );
}

function PublishedEntries({ model, user }: { model: Model; user: SessionUser }) {
  const list = useListScreen(() => ({
    model,
    actions: actionsFor(model, request, user.sub),
    columnOptions: { isEditor: false, hasLinks: true },
  }));
  return (
    <>
      <Notice severity="info">
        Only administrators can enter hours. The list shows the published entries.
      </Notice>
      <h2>Entries</h2>
      <RecordList screen={list} title="Entries" empty="There are no entries yet." />
    </>
  );
}
