import { vi } from 'vitest';
import * as mailers from '#features/alerts/server/mail/mailer.ts';
import type { TestParts, Writes, WriteTools } from '../../support/feature-parts.ts';

const own = 'signed-in';

/** Who may make the calls about mails. */
export const mayChangeMails: TestParts['mayChange'] = {
  addRecipients: own,
  removeRecipient: own,
  saveLetter: own,
  renewFeed: own,
};

const nobody = '00000000-0000-4000-8000-000000000000';

export const mailAddresses: TestParts['addresses'] = {
  '/api/alerts/feed/:key': ['/api/alerts/feed/nothing'],
  '/alerts/stop/:key': ['/alerts/stop/nothing'],
  '/alerts/confirm/:id/:mac': [`/alerts/confirm/${nobody}/nothing`],
};

/** The calls about mails, with a server that takes every mail. */
export function mailWrites({ store, call, newName }: WriteTools): Writes {
  let sent = 0;
  vi.spyOn(mailers, 'openMailer').mockReturnValueOnce({
    send: async () => {
      sent += 1;
    },
  });
  const addOne = async (): Promise<string> => {
    await store.query('delete from alert_recipient');
    const id = '00000000-0000-4000-8000-0000000000a1';
    await store.query(`insert into alert_recipient (id, subject, email, state, stop_key)
      values ('${id}', 'test|Administrator', 'ann@example.org', 'confirmed', 'key')`);
    return id;
  };
  return {
    cases: {
      addRecipients: async () => {
        await store.query('delete from alert_recipient');
        const email = `${newName().replace(' ', '')}@example.org`;
        return call('POST', '/api/alerts/recipients', { of: 'list', emails: [email] });
      },
      removeRecipient: async () => call('DELETE', `/api/alerts/recipients/${await addOne()}`),
      saveLetter: async () => {
        await addOne();
        return call('PUT', '/api/alerts/letter', { letter: { weekday: 1, hour: 7 } });
      },
      renewFeed: () => call('POST', '/api/alerts/feed'),
      sendTestMail: () => call('POST', '/api/alerts/test-mail', { email: 'ann@example.org' }),
    },
    readState: () => sent,
  };
}
