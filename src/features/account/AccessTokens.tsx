import { useStore } from '@nanostores/react';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import type { AccessToken, NewAccessToken } from '#contract/account/access-tokens.ts';
import { describeFullTokenList, maxTokenNameLength } from '#domain/access-token.ts';
import { DateField, SelectField, TextField } from '#kits/form/Field.tsx';
import { CopyButton } from '#kits/ui/CopyButton.tsx';
import { Button, Card, LoadState, Notice, Row, useScreen } from '#kits/ui/index.ts';
import { useQuestion } from '#kits/ui/overlay/use-question.tsx';
import { formatShortDate } from '#lib/calendar.ts';
import { dateFormats, formatInstant, formatMoment } from '#lib/calendar-text.ts';
import { dataOf } from '#stores/queries.ts';
import styles from './Account.module.css';
import { type AccessTokensStore, createAccessTokens } from './access-tokens.ts';

const titleId = 'access-tokens-title';

/** The person's access tokens for scripts: a form that creates one, and a list with a button that revokes each. */
export function AccessTokens() {
  const tokens = useScreen(() => createAccessTokens());
  const state = useStore(tokens.$state);
  const [ask, dialog] = useQuestion();
  const title = useRef<HTMLHeadingElement>(null);
  async function revoke(token: AccessToken) {
    await tokens.revoke(token);
    // The button that had the focus is removed with its row.
    if (document.activeElement === document.body) title.current?.focus();
  }
  const list = dataOf(state);
  return (
    <section aria-labelledby={titleId}>
      <h2 ref={title} id={titleId} tabIndex={-1}>
        Access tokens
      </h2>
      <p className={`quiet ${styles.note}`}>
        A script sends an access token to read what you can read. It cannot change anything.{' '}
        <a href="/documentation/guide/access-tokens">How to use one</a>
      </p>
      {list && <NewToken tokens={tokens} />}
      <LoadState
        state={state}
        noun="your access tokens"
        lines={3}
        retry={tokens.retry}
        staleSeverity="error"
      />
      {list?.length === 0 && <p className={`quiet ${styles.note}`}>You have no access tokens.</p>}
      {list && list.length > 0 && (
        <TokenTable list={list} labelledBy={titleId} ask={ask} onRevoke={(token) => void revoke(token)} />
      )}
      {dialog}
    </section>
  );
}

type TokenTableProps = {
  list: readonly AccessToken[];
  /** The id of its heading. */
  labelledBy: string;
  ask: ReturnType<typeof useQuestion>[0];
  /** Called once that is confirmed. */
  onRevoke: (token: AccessToken) => void;
};

export function TokenTable({ list, labelledBy, ask, onRevoke }: TokenTableProps) {
  const askToRevoke = (token: AccessToken) =>
    ask({
      title: `Revoke “${token.name}”?`,
      text: 'Scripts that use it are refused from now on. This cannot be undone.',
      action: 'Revoke',
      onConfirm: () => onRevoke(token),
    });
  return (
    <table className={`lines ${styles.table}`} aria-labelledby={labelledBy}>
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
            <th scope="row" className="anywhere">
              {token.name}
            </th>
            <td data-label="Starts with" className="code">
              {token.starts_with}…
            </td>
            <td data-label="Created">{formatInstant(token.created_at, dateFormats.shortDate)}</td>
            <td data-label="Last used">
              {token.last_used_at === null ? 'Never' : formatMoment(token.last_used_at)}
            </td>
            <td data-label={token.has_ended ? 'Ended' : 'Ends'}>
              {token.has_ended && <span className={`warning ${styles.ended}`}>Ended </span>}
              {formatShortDate(token.ends_on)}
            </td>
            <td className={`text-end ${styles.action}`}>
              <Button aria-label={`Revoke ${token.name}`} onClick={() => askToRevoke(token)}>
                Revoke
              </Button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The form for a new token; then its secret, until it is closed. */
function NewToken({ tokens }: { tokens: AccessTokensStore }) {
  const created = useStore(tokens.$created);
  const isFull = useStore(tokens.$isFull);
  const [isClosed, setIsClosed] = useState(false);
  function close() {
    tokens.closeSecret();
    setIsClosed(true);
  }
  if (created) return <Secret token={created} onClose={close} />;
  if (isFull) return <Notice severity="info">{describeFullTokenList()}</Notice>;
  return <NewTokenForm tokens={tokens} takesFocus={isClosed} />;
}

function NewTokenForm({ tokens, takesFocus }: { tokens: AccessTokensStore; takesFocus: boolean }) {
  const form = useStore(tokens.$form);
  const faults: { name?: string; date?: string } = useStore(tokens.$faults);
  const isChanging = useStore(tokens.$isChanging);
  const [attempts, setAttempts] = useState(0);
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (takesFocus) element.current?.querySelector('input')?.focus();
  }, [takesFocus]);
  useEffect(() => {
    if (attempts > 0) element.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [attempts]);
  function submit(event: FormEvent) {
    event.preventDefault();
    void tokens.create();
    setAttempts(attempts + 1);
  }
  return (
    <form ref={element} className={styles.form} onSubmit={submit} aria-label="New access token" noValidate>
      <TextField
        label="Name"
        value={form.name}
        onChange={(name) => tokens.edit({ name })}
        maxLength={2 * maxTokenNameLength}
        hint="What it is for, such as “Nightly report”."
        error={faults.name}
        required
      />
      <SelectField
        label="Ends"
        value={form.period}
        choices={tokens.periods}
        onChange={(period) => tokens.edit({ period })}
      />
      {form.period === 'date' && (
        <DateField
          label="Last day"
          value={form.date}
          onChange={(date) => tokens.edit({ date })}
          hint={`At the latest ${tokens.lastDay()}.`}
          error={faults.date}
        />
      )}
      <Button type="submit" variant="primary" disabled={isChanging}>
        Create token
      </Button>
    </form>
  );
}

function Secret({ token: { name, secret }, onClose }: { token: NewAccessToken; onClose: () => void }) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  return (
    <Card gap={2} data-severity="warning" className={`stack text-sm ${styles.secret}`}>
      <label htmlFor={id} className="strong anywhere">
        The new access token “{name}”
      </label>
      <Row gap={2}>
        <input
          ref={field}
          id={id}
          className="control code broad"
          value={secret}
          readOnly
          autoComplete="off"
          spellCheck={false}
          aria-describedby={`${id}-warning`}
        />
        <CopyButton text={() => secret} label="Copy" what="access token" />
        <Button onClick={onClose}>Done</Button>
      </Row>
      <p id={`${id}-warning`}>
        Copy it now: it is not shown again. Whoever has it can read what you can read, so store it like a
        password.
      </p>
    </Card>
  );
}
