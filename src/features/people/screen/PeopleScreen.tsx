import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { TableView } from '#kits/table/index.ts';
import { Button, Row, Stack, useScreen } from '#kits/ui/index.ts';
import { useQuestion } from '#kits/ui/overlay/use-question.tsx';
import { Page, RoleMissing } from '#kits/ui/Page.tsx';
import { $admitted, $session } from '#session/session.ts';
import { toQueryRows } from '#stores/queries.ts';
import { TokenTable } from '../../account/index.ts';
import type { Person } from '../contract.ts';
import styles from './People.module.css';
import { createPeople, type PeopleStore, peopleColumns } from './people.ts';

/** People: their sessions and access tokens, for administrators. Requests nothing before someone is signed in. */
export function PeopleScreen({ title }: { title: string }) {
  const admitted = useStore($admitted);
  const session = useStore($session);
  if (!admitted || !('user' in session)) return null;
  if (!session.user.isAdmin) return <RoleMissing title={title} missing="Administrator" />;
  return <People title={title} reader={session.user.sub} />;
}

function People({ title, reader }: { title: string; reader: string }) {
  const people = useScreen(() => createPeople());
  const state = useStore(people.$state);
  const open = useStore(people.$open);
  if (state.status === 'failed' && state.error.status === 403) {
    return <RoleMissing title={title} missing="Administrator" />;
  }
  return (
    <Page
      title={title}
      info="Everyone who has signed in. Choose a person to end their sessions and access tokens, or to block them."
    >
      <TableView
        caption={title}
        columns={peopleColumns}
        data={toQueryRows(people, state, (list) => list, title)}
        $table={people.$table}
        noun={{ one: 'person', many: 'people' }}
        empty="Nobody has signed in yet."
        isHighlighted={({ subject }) => subject === open?.subject}
        onRowClick={({ subject }) => people.open(subject)}
      />
      {open && <OpenPerson people={people} person={open} isReader={open.subject === reader} />}
    </Page>
  );
}

const titleId = 'person-title';

type OpenPersonProps = { people: PeopleStore; person: Person; isReader: boolean };

function OpenPerson({ people, person, isReader }: OpenPersonProps) {
  const { subject, is_blocked, sessions, tokens } = person;
  const [ask, dialog] = useQuestion();
  const isChanging = useStore(people.$isChanging);
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: moves on when another person is opened
  useEffect(() => heading.current?.focus(), [subject]);
  async function run(work: Promise<unknown>) {
    await work;
    // The button that had the focus may have been removed.
    if (document.activeElement === document.body) heading.current?.focus();
  }
  return (
    <Stack
      as="section"
      gap={3}
      className={`outlined anywhere ${styles.person} pad-4`}
      aria-labelledby={titleId}
    >
      <Row gap={2} data-spread>
        <h2 ref={heading} id={titleId} tabIndex={-1}>
          {subject}
        </h2>
        <Button onClick={() => people.open(undefined)}>Close</Button>
      </Row>
      {isReader && <p>This is you. Another administrator can block or remove your account.</p>}
      <Row gap={2}>
        {sessions !== null && sessions > 0 && (
          <Button
            disabled={isChanging}
            onClick={() =>
              ask({
                title: `End the sessions of ${subject}?`,
                text: 'The person is signed out in every browser and has to sign in again.',
                action: 'End sessions',
                onConfirm: () => void run(people.endSessions(person)),
              })
            }
          >
            End sessions
          </Button>
        )}
        {!isReader && is_blocked && (
          <Button disabled={isChanging} onClick={() => void people.setBlocked(person, false)}>
            Unblock
          </Button>
        )}
        {!isReader && !is_blocked && (
          <Button
            disabled={isChanging}
            onClick={() =>
              ask({
                title: `Block ${subject}?`,
                text: 'The portal refuses the person from now on. Their sessions and access tokens end, and stay ended if you unblock them.',
                action: 'Block',
                onConfirm: () => void run(people.setBlocked(person, true)),
              })
            }
          >
            Block
          </Button>
        )}
        {!isReader && (
          <Button
            disabled={isChanging}
            onClick={() =>
              ask({
                title: `Remove ${subject}?`,
                text: is_blocked
                  ? 'Their access tokens are deleted. The block stays, and keeps them in this list.'
                  : 'For somebody who has left: their sessions end and their access tokens are deleted. Whoever can still sign in appears here again.',
                action: 'Remove',
                onConfirm: () => void run(people.remove(person)),
              })
            }
          >
            Remove
          </Button>
        )}
      </Row>
      {tokens.length === 0 ? (
        <p>No access tokens.</p>
      ) : (
        <TokenTable
          list={tokens}
          labelledBy={titleId}
          ask={ask}
          onRevoke={(token) => void run(people.endToken(person, token))}
        />
      )}
      {dialog}
    </Stack>
  );
}
