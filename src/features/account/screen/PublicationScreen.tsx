import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import { type Column, initialState, type TableState, TableView } from '#kits/table/index.ts';
import { useScreen } from '#kits/ui/index.ts';
import { Page, RoleMissing } from '#kits/ui/Page.tsx';
import { among, textColumn } from '#lib/table/columns.ts';
import { $admitted, $session } from '#session/session.ts';
import { request } from '#stores/api.ts';
import { createScreen } from '#stores/create-screen.ts';
import { createQuery, toQueryRows } from '#stores/queries.ts';
import { type PublicationPoint, readPublication } from '../contract.ts';

const columns: readonly Column<PublicationPoint>[] = [
  textColumn('question', 'Question', ({ question }) => question),
  textColumn('state', 'State', ({ is_settled }) => (is_settled ? 'Settled' : 'Open'), among),
  textColumn('finding', 'Finding', ({ finding }) => finding),
];

function createPublication() {
  const query = createQuery({ fetch: (signal) => request(readPublication, {}, { signal }) });
  const $table = atom<TableState>(initialState(columns));
  return { ...query, $table, ...createScreen({ queries: [query] }) };
}

/** What is still open before the portal is published, for administrators. */
export function PublicationScreen({ title }: { title: string }) {
  const admitted = useStore($admitted);
  const session = useStore($session);
  if (!admitted || !('user' in session)) return null;
  if (!session.user.isAdmin) return <RoleMissing title={title} missing="Administrator" />;
  return <Publication title={title} />;
}

function Publication({ title }: { title: string }) {
  const publication = useScreen(createPublication);
  const state = useStore(publication.$state);
  return (
    <Page title={title} info="What is still demonstration, unset or not backed up.">
      <TableView
        caption={title}
        columns={columns}
        data={toQueryRows(publication, state, (list) => list, title)}
        $table={publication.$table}
        noun={{ one: 'question', many: 'questions' }}
        empty="There are no questions."
      />
    </Page>
  );
}
