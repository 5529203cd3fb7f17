import { cleanStores } from 'nanostores';
import { afterEach, expect, test, vi } from 'vitest';
import type { MailRecipient, MailSettings, Whose } from '#features/alerts/mail-contract.ts';
import { createAlertReport } from '#features/alerts/screen/alert-report.ts';
import { createMailSettings, describeRecipient } from '#features/alerts/screen/mail-settings.ts';
import { fakeServer } from '../../support/fake-server.ts';

const ann: MailRecipient = {
  ...{ id: '00000000-0000-4000-8000-000000000001', email: 'ann@example.org' },
  ...{ state: 'confirmed', note: null, is_without_letter: false },
};
const settings: MailSettings = { is_on: true, recipients: [ann], letter: null, feed: null };
let stop = () => {};

afterEach(() => {
  stop();
  cleanStores();
});

async function open(of: Whose) {
  const calls = ['readMailSettings', 'addRecipients', 'removeRecipient', 'saveLetter', 'renewFeed'];
  const server = fakeServer(Object.fromEntries(calls.map((name) => [name, () => settings])));
  const mails = createMailSettings(of);
  stop = mails.start();
  await vi.waitFor(() => expect(mails.$state.get().status).not.toBe('loading'));
  const added = () => server.callsOf('addRecipients').map(({ body }) => body);
  return { mails, added, notify: server.notify };
}

test.each([
  ['own', 'ann@example.org', ['ann@example.org']],
  ['own', ' bob@example.org ', ['bob@example.org']],
  [
    'list',
    'a@example.org, b@example.org;c@example.org\nd@example.org',
    ['a@example.org', 'b@example.org', 'c@example.org', 'd@example.org'],
  ],
] as const)('of %s, %j is added', async (of, text, emails) => {
  const { mails, added } = await open(of);
  mails.edit(text);
  await mails.add();
  expect(added()).toEqual([{ of, emails }]);
  expect([mails.$text.get(), mails.$fault.get()]).toEqual(['', undefined]);
});

test.each([
  ['own', ''],
  ['own', 'ann'],
  ['own', 'ann@example.org, bob@example.org'],
  ['own', 'Ann <ann@example.org>'],
  ['list', 'a@example.org b'],
  ['list', ' ,; '],
] as const)('of %s, %j is not sent, and stays to be corrected', async (of, text) => {
  const { mails, added } = await open(of);
  mails.edit(text);
  await mails.add();
  expect(added()).toEqual([]);
  expect([mails.$text.get(), mails.$fault.get()]).toEqual([
    text,
    'Enter plain e-mail addresses such as ann@example.org.',
  ]);
});

test('what is changed is said', async () => {
  const { mails, notify } = await open('own');
  for (const [act, message] of [
    [() => mails.saveLetter({ weekday: 1, hour: 7 }), 'The time of the letter was saved.'],
    [() => mails.saveLetter(null), 'The letter is not sent any more.'],
    [() => mails.remove(ann), 'ann@example.org was removed.'],
    [() => mails.renewFeed(), 'The feed has a new address.'],
  ] as const) {
    await act();
    expect(notify).toHaveBeenLastCalledWith(message, 'success');
  }
});

test.each([
  [{}, 'confirmed'],
  [{ is_without_letter: true }, 'confirmed, without the letter'],
  [{ state: 'refused', note: '550 No such user' }, 'refused by its mail server: 550 No such user'],
  [{ state: 'stopped' }, 'stopped by its reader'],
] as const)('an address with %j is %s', (changes, text) => {
  expect(describeRecipient({ ...ann, ...changes })).toBe(text);
});

test('a test mail shows what the server said', async () => {
  const report = { missing: [], from: null, waiting: 0, rules: [], days: [], failures: [] };
  const answer = { email: 'ann@example.org', error: '535 Authentication failed' };
  fakeServer({ readAlertReport: () => report, sendTestMail: () => answer });
  const screen = createAlertReport();
  stop = screen.start();
  await vi.waitFor(() => expect(screen.$state.get().status).not.toBe('loading'));
  screen.$email.set('ann@example.org');
  await screen.sendTest();
  expect(screen.$test.get()).toEqual(answer);
});
