import { useStore } from '@nanostores/react';
import { RefreshCw } from 'lucide-react';
import { atom } from 'nanostores';
import { type ComponentType, useState } from 'react';
import { type AccountUser, readAccountUser } from '#contract/account/account.ts';
import { Button, Notice, Row, SkeletonLines, Stack, useScreen } from '#kits/ui/index.ts';
import { showToast } from '#lib/page/toasts.ts';
import { $admitted, $session, refreshUser, type SessionUser, toInitials } from '#session/session.ts';
import { request } from '#stores/api.ts';
import { createScreen } from '#stores/create-screen.ts';
import { createQuery, dataOf, errorOf } from '#stores/queries.ts';
import styles from './Account.module.css';

const sections = Object.values(
  import.meta.glob<ComponentType>('../../*/fills/profile-sections.tsx', { eager: true, import: 'default' }),
);

/** The profile page. Requests nothing before someone is signed in. */
export function ProfileScreen({ title }: { title: string }) {
  const admitted = useStore($admitted);
  const session = useStore($session);
  if (!admitted || !('user' in session)) return null;
  return <Profile title={title} user={session.user} />;
}

function Profile({ title, user }: { title: string; user: SessionUser }) {
  const profile = useScreen(createProfile);
  const refreshing = useStore(profile.$refreshing);
  const state = useStore(profile.server.$state);
  const seen = dataOf(state);
  const error = errorOf(state);

  return (
    <Stack gap={5} className={`narrow ${styles.profile}`}>
      <Row gap={2} data-spread>
        <h1>{title}</h1>
        <Button onClick={() => void profile.refresh()} disabled={refreshing}>
          <RefreshCw size={16} aria-hidden="true" /> {refreshing ? 'Refreshing…' : 'Refresh'}
        </Button>
      </Row>
      <Row gap={4} data-nowrap className="anywhere">
        <Avatar key={user.picture} user={user} />
        <div>
          <p className="strong text-lg">{user.name}</p>
          {user.email !== user.name && <p className="muted">{user.email}</p>}
        </div>
      </Row>
      <section aria-labelledby="identity-title">
        <h2 id="identity-title">Identity</h2>
        <dl className="terms">
          <dt>Name</dt>
          <dd>{user.name}</dd>
          <dt>E-mail</dt>
          <dd>{user.email || 'Not given'}</dd>
          <dt>Subject identifier</dt>
          <dd className="code">{user.sub}</dd>
          <dt>Roles you signed in with</dt>
          <dd>{formatRoles(user.roles)}</dd>
        </dl>
      </section>
      <section aria-labelledby="server-title">
        <h2 id="server-title">As the server sees you</h2>
        {!seen && !error && <SkeletonLines count={2} label="Asking the server…" />}
        {error && (
          <Notice
            severity="error"
            action={<Button onClick={() => void profile.server.retry()}>Try again</Button>}
          >
            Your server identity could not be {seen ? 'refreshed and may be out of date' : 'loaded'}.{' '}
            {error.message}
          </Notice>
        )}
        {seen && <ServerIdentity seen={seen} user={user} />}
      </section>
      {sections.map((Section) => (
        <Section key={Section.name} />
      ))}
    </Stack>
  );
}

function Avatar({ user }: { user: SessionUser }) {
  const [broken, setBroken] = useState(false);
  if (user.picture && !broken) {
    return (
      <img
        className={`centered rigid strong user-face ${styles.face}`}
        src={user.picture}
        alt=""
        width={72}
        height={72}
        referrerPolicy="no-referrer"
        onError={() => setBroken(true)}
      />
    );
  }
  return (
    <span className={`centered rigid strong user-face ${styles.face}`} aria-hidden="true">
      {toInitials(user.name)}
    </span>
  );
}

function ServerIdentity({ seen, user }: { seen: AccountUser; user: SessionUser }) {
  const differs = seen.sub !== user.sub || seen.roles.toSorted().join() !== user.roles.toSorted().join();
  return (
    <>
      <dl className="terms">
        <dt>Subject identifier</dt>
        <dd className="code">{seen.sub}</dd>
        <dt>Roles</dt>
        <dd>{formatRoles(seen.roles)}</dd>
      </dl>
      {differs && (
        <Notice severity="warning">
          This differs from your sign-in. Refresh, or log out and sign in again.
        </Notice>
      )}
    </>
  );
}

function formatRoles(roles: readonly string[]): string {
  return roles.length > 0 ? roles.join(', ') : 'None';
}

/** The state of the profile: the user as the server identifies them, and the renewal of the claims. */
function createProfile() {
  const server = createQuery({ fetch: (signal) => request(readAccountUser, {}, { signal }) });
  const $refreshing = atom(false);

  async function refresh(): Promise<void> {
    if ($refreshing.get()) return;
    $refreshing.set(true);
    try {
      const user = await refreshUser();
      if (!user) return;
      await server.retry();
      showToast('Your profile is up to date.', 'success');
    } catch {
      showToast('Your profile could not be refreshed. Check the connection, then try again.', 'error');
    } finally {
      $refreshing.set(false);
    }
  }

  const { start } = createScreen({ queries: [server] });
  return { server, $refreshing, refresh, start };
}
