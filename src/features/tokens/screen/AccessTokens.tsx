import { useStore } from '@nanostores/react';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import type { AccessToken } from '#contract/account/access-tokens.ts';
import { describeFullTokenList, maxTokenNameLength } from '#domain/access-token.ts';
import { DateField, SelectField, TextField } from '#kits/form/Field.tsx';
import { CopyButton } from '#kits/ui/CopyButton.tsx';
import { Button, Card, LoadState, Notice, Row, useScreen } from '#kits/ui/index.ts';
import { useQuestion } from '#kits/ui/overlay/use-question.tsx';
import { dataOf } from '#stores/queries.ts';
import { TokenTable } from '../../account/index.ts';
import type { NewAccessToken } from '../contract.ts';
import { type AccessTokensStore, createAccessTokens } from './access-tokens.ts';
import styles from './Tokens.module.css';

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
