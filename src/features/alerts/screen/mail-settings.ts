import { atom } from 'nanostores';
import { parseMailAddress } from '#lib/mail-address.ts';
import { request } from '#stores/api.ts';
import { createScreen } from '#stores/create-screen.ts';
import { createListChanges, createQuery } from '#stores/queries.ts';
import {
  addRecipients,
  type LetterTime,
  type MailRecipient,
  readMailSettings,
  removeRecipient,
  renewFeed,
  saveLetter,
  type Whose,
} from '../mail-contract.ts';

const addressFault = 'Enter plain e-mail addresses such as ann@example.org.';

/** The addresses of the reader or of the operator’s list, when their letter is sent, and the feed. */
export function createMailSettings(of: Whose) {
  const query = createQuery({ fetch: (signal) => request(readMailSettings, { query: { of } }, { signal }) });
  const { $isChanging, change } = createListChanges(query);
  const $text = atom('');
  const $fault = atom<string | undefined>(undefined);
  const { start } = createScreen({ queries: [query] });
  return {
    $state: query.$state,
    retry: query.retry,
    $isChanging,
    /** What is typed: an address, in the list several between spaces, commas or lines. */
    $text,
    $fault,
    edit(text: string) {
      $text.set(text);
      $fault.set(undefined);
    },
    async add(): Promise<void> {
      const typed =
        of === 'own'
          ? [$text.get()]
          : $text
              .get()
              .split(/[\s,;]+/)
              .filter(Boolean);
      const emails = typed.flatMap((text) => parseMailAddress(text) ?? []);
      if (emails.length === 0 || emails.length < typed.length) {
        $fault.set(addressFault);
        return;
      }
      const added = await change(
        () => request(addRecipients, { body: { of, emails } }),
        emails.length === 1 ? `${emails[0]} is asked to confirm.` : 'The addresses are asked to confirm.',
      );
      if (added) $text.set('');
    },
    remove: ({ id, email }: MailRecipient) =>
      change(() => request(removeRecipient, { params: { id }, query: { of } }), `${email} was removed.`),
    saveLetter: (letter: LetterTime | null) =>
      change(
        () => request(saveLetter, { body: { of, letter } }),
        letter ? 'The time of the letter was saved.' : 'The letter is not sent any more.',
      ),
    renewFeed: () => change(() => request(renewFeed, {}), 'The feed has a new address.'),
    start,
  };
}

export type MailSettingsStore = ReturnType<typeof createMailSettings>;

const stateTexts = {
  unconfirmed: 'not confirmed yet: its reader has a mail with a link',
  confirmed: 'confirmed',
  stopped: 'stopped by its reader',
  refused: 'refused by its mail server',
} as const satisfies Record<MailRecipient['state'], string>;

/** `confirmed, without the letter` */
export function describeRecipient({ state, note, is_without_letter }: MailRecipient): string {
  const text = note === null ? stateTexts[state] : `${stateTexts[state]}: ${note}`;
  return is_without_letter ? `${text}, without the letter` : text;
}
