import { useStore } from '@nanostores/react';
import { useRef, useState } from 'react';
import type { AccessToken } from '#contract/access-tokens.ts';
import { Button, Notice, SkeletonLines } from '#kits/ui/index.ts';
import { lazyPart } from '#kits/ui/lazy-part.tsx';
import { useScreen } from '#kits/ui/use-screen.ts';
import { formatUsDate } from '#lib/calendar.ts';
import { dateFormats, formatInstant } from '#lib/calendar-text.ts';
import { request } from '#stores/api.ts';
import { dataOf, errorOf } from '#stores/queries.ts';
import { showToast } from '#stores/toasts.ts';
import styles from './AccessTokens.module.css';
import { createAccessTokens } from './access-tokens.ts';
import { NewToken } from './NewToken.tsx';

const Dialog = lazyPart(() => import('#kits/ui/Dialog.tsx').then((module) => module.Dialog));

const titleId = 'access-tokens-title';

/** The person's access tokens for scripts: a form that creates one, and a list with a button that revokes each. */
export function AccessTokens() {
  const tokens = useScreen(() => createAccessTokens({ request, notify: showToast }));
  const state = useStore(tokens.$state);
  const [revoking, setRevoking] = useState<AccessToken>();
  const title = useRef<HTMLHeadingElement>(null);
  async function revoke(token: AccessToken) {
    setRevoking(undefined);
    await tokens.revoke(token);
    // The button that had the focus is removed with its row.
    if (document.activeElement === document.body) title.current?.focus();
  }
  const list = dataOf(state);
  const error = errorOf(state);
  return (
    <section aria-labelledby={titleId}>
      <h2 ref={title} id={titleId} tabIndex={-1}>
        Access tokens
      </h2>
      <p className={styles.note}>
        A script sends an access token to read what you can read. It cannot change anything.{' '}
        <a href="/documentation/guide/signing-in#access-tokens">How to use one</a>
      </p>
      {list && <NewToken tokens={tokens} />}
      {!list && !error && <SkeletonLines count={3} label="Loading your access tokens…" />}
      {error && (
        <Notice severity="error" action={<Button onClick={() => void tokens.retry()}>Try again</Button>}>
          Your access tokens could not be loaded. {error.message}
        </Notice>
      )}
      {list?.length === 0 && <p className={styles.note}>You have no access tokens.</p>}
      {list && list.length > 0 && <TokenTable list={list} onRevoke={setRevoking} />}
      {revoking && (
        <Dialog
          open
          title={`Revoke “${revoking.name}”?`}
          onDismiss={() => setRevoking(undefined)}
          actions={
            <>
              <Button onClick={() => setRevoking(undefined)}>Cancel</Button>
              <Button variant="primary" onClick={() => void revoke(revoking)}>
                Revoke
              </Button>
            </>
          }
        >
          <p>Scripts that use it are refused from now on. This cannot be undone.</p>
        </Dialog>
      )}
    </section>
  );
}

type TokenTableProps = { list: readonly AccessToken[]; onRevoke: (token: AccessToken) => void };

function TokenTable({ list, onRevoke }: TokenTableProps) {
  return (
    <table className={styles.table} aria-labelledby={titleId}>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Starts with</th>
          <th scope="col">Created</th>
          <th scope="col">Last used</th>
          <th scope="col">Ends</th>
          <td />
        </tr>
      </thead>
      <tbody>
        {list.map((token) => (
          <tr key={token.id}>
            <th scope="row">{token.name}</th>
            <td data-label="Starts with" className={styles.code}>
              {token.starts_with}…
            </td>
            <td data-label="Created">{formatInstant(token.created_at, dateFormats.shortDate)}</td>
            <td data-label="Last used">
              {token.last_used_at === null
                ? 'Never'
                : formatInstant(token.last_used_at, dateFormats.shortDateTime)}
            </td>
            <td data-label={token.has_ended ? 'Ended' : 'Ends'}>
              {token.has_ended && <span className={styles.ended}>Ended </span>}
              {formatUsDate(token.ends_on)}
            </td>
            <td className={styles.action}>
              <Button aria-label={`Revoke ${token.name}`} onClick={() => onRevoke(token)}>
                Revoke
              </Button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
