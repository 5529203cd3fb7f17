import { atom, computed } from 'nanostores';
import type { Column, TableState } from '#kits/table/index.ts';
import { initialState } from '#kits/table/index.ts';
import { formatMoment } from '#lib/calendar-text.ts';
import { among, numberColumn, textColumn } from '#lib/table/columns.ts';
import { request } from '#stores/api.ts';
import { createScreen } from '#stores/create-screen.ts';
import { createListChanges, createQuery, dataOf } from '#stores/queries.ts';
import {
  blockPerson,
  endAccessToken,
  endSessions,
  listPeople,
  type Person,
  removePerson,
} from '../contract.ts';

export const peopleColumns: readonly Column<Person>[] = [
  textColumn('subject', 'Subject Identifier', ({ subject }) => subject),
  textColumn('seen', 'Last Seen', ({ last_seen_at }) => formatMoment(last_seen_at), {
    sortKey: ({ last_seen_at }) => last_seen_at,
  }),
  textColumn('state', 'State', ({ is_blocked }) => (is_blocked ? 'Blocked' : 'Admitted'), among),
  numberColumn('sessions', 'Sessions', ({ sessions }) => sessions),
  numberColumn('tokens', 'Access Tokens', countLiving),
];

function countLiving({ tokens }: Person): number {
  return tokens.filter(({ has_ended }) => !has_ended).length;
}

/** The people who have signed in, the one whose sessions and tokens are open, and what an administrator may end. */
export function createPeople() {
  const query = createQuery({ fetch: (signal) => request(listPeople, {}, { signal }) });
  const { $isChanging, change } = createListChanges(query);
  const $table = atom<TableState>(initialState(peopleColumns));
  const $openSubject = atom<string | undefined>(undefined);
  const $open = computed([query.$state, $openSubject], (state, subject) =>
    dataOf(state)?.find((each) => each.subject === subject),
  );
  const { start } = createScreen({ queries: [query] });
  return {
    $state: query.$state,
    retry: query.retry,
    $isChanging,
    $table,
    $open,
    open: (subject: string | undefined) => $openSubject.set(subject),
    setBlocked: ({ subject }: Person, isBlocked: boolean) =>
      change(
        () => request(blockPerson, { params: { subject }, body: { is_blocked: isBlocked } }),
        isBlocked ? `${subject} is blocked.` : `${subject} may sign in again.`,
      ),
    endSessions: ({ subject }: Person) =>
      change(() => request(endSessions, { params: { subject } }), `The sessions of ${subject} have ended.`),
    endToken: ({ subject }: Person, { id, name }: { id: string; name: string }) =>
      change(
        () => request(endAccessToken, { params: { subject, id } }),
        `The access token “${name}” was revoked.`,
      ),
    remove: ({ subject }: Person) =>
      change(() => request(removePerson, { params: { subject } }), `${subject} was removed.`),
    start,
  };
}

export type PeopleStore = ReturnType<typeof createPeople>;
