import { useStore } from '@nanostores/react';
import { type FormEvent, type ReactNode, useId } from 'react';
import { SelectField, TextArea, TextField } from '#kits/form/Field.tsx';
import { CopyButton } from '#kits/ui/CopyButton.tsx';
import { Button, LoadState, Notice, Row, Stack, useScreen } from '#kits/ui/index.ts';
import { useQuestion } from '#kits/ui/overlay/use-question.tsx';
import { dataOf } from '#stores/queries.ts';
import type { LetterTime, MailRecipient, Whose } from '../mail-contract.ts';
import { createMailSettings, describeRecipient, type MailSettingsStore } from './mail-settings.ts';

/** The person’s addresses, letter and feed, on the profile. */
export function MailSettings() {
  return (
    <MailPart of="own" title="Mails">
      Your alerts and the weekly letter go to these addresses, once their readers have confirmed them.{' '}
      <a href="/documentation/guide/alerts">How alerts work</a>
    </MailPart>
  );
}

/** Addresses with the letter’s time: the reader’s own ones, or those of the operator’s list. */
export function MailPart({ of, title, children }: { of: Whose; title: string; children: ReactNode }) {
  const mails = useScreen(() => createMailSettings(of));
  const state = useStore(mails.$state);
  const id = useId();
  const settings = dataOf(state);
  return (
    <Stack as="section" gap={3} className="narrow" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p className="quiet">{children}</p>
      <LoadState state={state} noun="the addresses" lines={3} retry={mails.retry} staleSeverity="error" />
      {settings && !settings.is_on && <Notice severity="info">This portal sends no mail yet.</Notice>}
      {settings && <Addresses mails={mails} list={settings.recipients} />}
      {settings?.is_on && <NewAddress mails={mails} of={of} />}
      {settings && settings.recipients.length > 0 && <LetterFields mails={mails} letter={settings.letter} />}
      {settings && of === 'own' && <FeedAddress mails={mails} feed={settings.feed} />}
    </Stack>
  );
}

type PartProps = { readonly mails: MailSettingsStore };

function Addresses({ mails, list }: PartProps & { list: readonly MailRecipient[] }) {
  const [ask, dialog] = useQuestion();
  if (list.length === 0) return <p>No addresses yet.</p>;
  return (
    <Stack as="ul" gap={2} className="bare-list">
      {list.map((recipient) => (
        <Row as="li" key={recipient.id} gap={2} data-spread>
          <span className="anywhere">
            <bdi className="strong">{recipient.email}</bdi>{' '}
            <span className="quiet">{describeRecipient(recipient)}</span>
          </span>
          <Button
            aria-label={`Remove ${recipient.email}`}
            onClick={() =>
              ask({
                title: `Remove ${recipient.email}?`,
                text: 'It has no mails any more, also none of those that wait.',
                action: 'Remove',
                onConfirm: () => void mails.remove(recipient),
              })
            }
          >
            Remove
          </Button>
        </Row>
      ))}
      {dialog}
    </Stack>
  );
}

function NewAddress({ mails, of }: PartProps & { of: Whose }) {
  const text = useStore(mails.$text);
  const fault = useStore(mails.$fault);
  const isChanging = useStore(mails.$isChanging);
  function submit(event: FormEvent) {
    event.preventDefault();
    void mails.add();
  }
  const field = { value: text, onChange: mails.edit, error: fault };
  return (
    <form className="stack" data-gap="2" onSubmit={submit} aria-label="New address" noValidate>
      {of === 'own' ? (
        <TextField label="New address" type="email" {...field} />
      ) : (
        <TextArea label="New addresses" hint="Between spaces, commas or lines." {...field} />
      )}
      <Row gap={2}>
        <Button type="submit" disabled={isChanging}>
          Add
        </Button>
      </Row>
    </form>
  );
}

const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const dayChoices = [
  { value: '0', label: 'No letter' },
  ...days.map((label, at) => ({ value: String(at + 1), label })),
];
const hourChoices = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}:00`,
}));
const usualHour = 7;

function LetterFields({ mails, letter }: PartProps & { letter: LetterTime | null }) {
  const isChanging = useStore(mails.$isChanging);
  const hour = letter?.hour ?? usualHour;
  const save = (weekday: number, at: number) =>
    void mails.saveLetter(weekday === 0 ? null : { weekday, hour: at });
  return (
    <Row gap={3}>
      <SelectField
        label="Weekly letter"
        value={String(letter?.weekday ?? 0)}
        choices={dayChoices}
        onChange={(day) => save(Number(day), hour)}
        disabled={isChanging}
      />
      {letter && (
        <SelectField
          label="From"
          value={String(hour)}
          choices={hourChoices}
          onChange={(at) => save(letter.weekday, Number(at))}
          disabled={isChanging}
        />
      )}
    </Row>
  );
}

function FeedAddress({ mails, feed }: PartProps & { feed: string | null }) {
  const id = useId();
  const isChanging = useStore(mails.$isChanging);
  const renew = () => void mails.renewFeed();
  if (feed === null) {
    return (
      <Row gap={2}>
        <Button disabled={isChanging} onClick={renew}>
          Make an Atom feed of your alerts
        </Button>
      </Row>
    );
  }
  return (
    <Stack gap={1}>
      <label htmlFor={id} className="label">
        Atom feed of your alerts
      </label>
      <Row gap={2}>
        <input id={id} className="control code broad" value={feed} readOnly spellCheck={false} />
        <CopyButton text={() => feed} label="Copy" what="address of the feed" />
        <Button disabled={isChanging} onClick={renew}>
          New address
        </Button>
      </Row>
      <p className="quiet-xs">Whoever has this address can read your alerts. A new one ends it.</p>
    </Stack>
  );
}
