import { createTransport } from 'nodemailer';
import { cleanLine } from '#lib/clean-line.ts';
import { toErrorMessage } from '#lib/errors.ts';
import type { Mailbox } from '#lib/mail-address.ts';
import type { Config } from '#server/config.ts';
import type { WrittenMail } from '../../rules/mail-layout.ts';

export type Outgoing = {
  /** The row of the outbox: a mail that is sent again has the same Message-ID. */
  readonly id: string;
  readonly to: string;
  readonly mail: WrittenMail;
  readonly date: Date;
  /** What stops the mails with one click (RFC 8058); undefined for a mail that somebody asked for. */
  readonly stop: string | undefined;
};

/**
 * Why a mail was not sent. `address`: the server knows that there is no such address. `mail`: it refuses this mail for good.
 * `later`: it refuses this mail for now. `server`: it cannot be reached or used, so that no other mail is tried.
 */
export type FailureKind = 'address' | 'mail' | 'later' | 'server';

export class MailNotSent extends Error {
  override name = 'MailNotSent';
  readonly kind: FailureKind;

  constructor(kind: FailureKind, message: string) {
    super(message);
    this.kind = kind;
  }
}

export type Mailer = {
  /** `timeoutMs` is how long the server may be silent, if not as long as usual. @throws MailNotSent */
  send(outgoing: Outgoing, signal?: AbortSignal, timeoutMs?: number): Promise<void>;
};

export type MailerSettings = {
  /** `smtps://user:password@host:port` */
  readonly url: string;
  readonly from: Mailbox;
  /** The host of the portal, the right side of Message-IDs. */
  readonly host: string;
  /** How long the server may be silent. */
  readonly timeoutMs?: number;
};

/** No mail takes longer; the sender holds its row for longer than that. */
export const maxSendMs = 240_000;

/** Creates what hands mails to the operator's server, each by a connection of its own. */
export function createMailer({ url, from, host, timeoutMs: usualMs = 30_000 }: MailerSettings): Mailer {
  return {
    send: async (outgoing, signal, timeoutMs = usualMs) => {
      const transport = createTransport({
        url,
        dnsTimeout: timeoutMs,
        connectionTimeout: timeoutMs,
        greetingTimeout: timeoutMs,
        socketTimeout: timeoutMs,
        disableFileAccess: true,
        disableUrlAccess: true,
      });
      const end = AbortSignal.any([AbortSignal.timeout(maxSendMs), ...(signal ? [signal] : [])]);
      try {
        await transport.sendMail({ ...toMessage(outgoing, { from, host }), signal: end });
      } catch (error) {
        throw toFailure(error);
      }
    },
  };
}

/** Opens the mailer of the settings; undefined where one of them is missing. */
export function openMailer({
  mail: { url, from },
  portalOrigin,
}: Pick<Config, 'mail' | 'portalOrigin'>): Mailer | undefined {
  const host = new URL(portalOrigin).hostname;
  return url !== undefined && from ? createMailer({ url, from, host }) : undefined;
}

/** Writes the parts of a message. Addresses are objects, so that nothing in them is read as a list. */
function toMessage(
  { id, to, mail, date, stop }: Outgoing,
  { from, host }: Pick<MailerSettings, 'from' | 'host'>,
) {
  const { subject, text, html, pictures } = mail;
  return {
    messageId: `<${id}@${host}>`,
    date,
    from,
    to: { name: '', address: to },
    envelope: { from: from.address, to: [to] },
    ...{ subject, text, html },
    attachments: pictures.map((picture) => ({
      cid: picture.id,
      filename: `${picture.id}.png`,
      content: Buffer.from(picture.png),
      contentType: 'image/png',
      contentDisposition: 'inline' as const,
    })),
    headers: {
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      ...(stop !== undefined && {
        'List-Unsubscribe': `<${stop}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
  };
}

const maxErrorLength = 300;

function toFailure(error: unknown): MailNotSent {
  const {
    responseCode = 0,
    command = '',
    response,
  } = error as {
    readonly responseCode?: number;
    readonly command?: string;
    readonly response?: string;
  };
  const message = cleanLine(response ?? toErrorMessage(error)).slice(0, maxErrorLength);
  const isOfMail = /^(RCPT TO|DATA)/.test(command) && responseCode > 0;
  // 421 ends the connection whatever was asked.
  if (!isOfMail || responseCode === 421) return new MailNotSent('server', message);
  if (responseCode < 500) return new MailNotSent('later', message);
  return new MailNotSent(command.startsWith('RCPT') ? refusalOfAddress(message) : 'mail', message);
}

/**
 * Why a server refuses an address for good, by the enhanced status (RFC 3463). X.1.X is about the address, but X.1.7 and X.1.8
 * about that of the sender; X.7.X is a policy, such as that of a relay that does not know the portal, which refuses everybody.
 */
function refusalOfAddress(response: string): FailureKind {
  const [, subject, detail] = /^\d{3}[ -]5\.(\d{1,3})\.(\d{1,3})(?!\d)/.exec(response) ?? [];
  if (subject === '1' && detail !== '7' && detail !== '8') return 'address';
  return subject === '1' || subject === '7' ? 'server' : 'later';
}
