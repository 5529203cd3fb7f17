import { useStore } from '@nanostores/react';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import type { NewAccessToken } from '#contract/access-tokens.ts';
import { describeFullTokenList, maxTokenNameLength } from '#domain/access-token.ts';
import { DateField } from '#kits/form/DateField.tsx';
import { SelectField, TextField } from '#kits/form/Field.tsx';
import { CopyButton } from '#kits/ui/CopyButton.tsx';
import { Button, Notice } from '#kits/ui/index.ts';
import { showToast } from '#stores/toasts.ts';
import styles from './AccessTokens.module.css';
import type { AccessTokensStore } from './access-tokens.ts';

/** The form for a new token; then its secret, until it is closed. */
export function NewToken({ tokens }: { tokens: AccessTokensStore }) {
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
    <div className={styles.secret}>
      <label htmlFor={id}>The new access token “{name}”</label>
      <div className={styles.secretLine}>
        <input
          ref={field}
          id={id}
          className={styles.code}
          value={secret}
          readOnly
          autoComplete="off"
          spellCheck={false}
          aria-describedby={`${id}-warning`}
        />
        <CopyButton text={() => secret} label="Copy" what="access token" notify={showToast} />
        <Button onClick={onClose}>Done</Button>
      </div>
      <p id={`${id}-warning`}>
        Copy it now: it is not shown again. Whoever has it can read what you can read, so store it like a
        password.
      </p>
    </div>
  );
}
