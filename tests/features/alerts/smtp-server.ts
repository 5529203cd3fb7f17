import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/**
 * What the server does with a connection. `silent` never answers the message, `no greeting` nothing, `cut` ends the connection in the middle of it,
 * `mute` takes the message and ends without an answer, so that its sender does not know.
 */
export type Behavior =
  | 'accept'
  | 'refuse sender'
  | 'refuse address'
  | 'refuse to relay'
  | 'refuse domain of sender'
  | 'refuse full mailbox'
  | 'refuse without status'
  | 'refuse address for now'
  | 'refuse message'
  | 'refuse message for now'
  | 'no greeting'
  | 'close'
  | 'cut'
  | 'mute'
  | 'silent';

export type Received = {
  readonly to: string;
  readonly from: string;
  readonly raw: string;
  readonly id: string;
};

/** A mail server on this computer that follows a plan, so far as SMTP is spoken by a client without a password. */
export async function startSmtpServer(planOf: (connection: number) => Behavior = () => 'accept') {
  const received: Received[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  let plan = planOf;
  let onSilence = () => {};
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => {});
    const behavior = plan(connections);
    connections += 1;
    if (behavior === 'close') {
      socket.destroy();
      return;
    }
    speak(
      socket,
      behavior,
      (mail) => received.push(mail),
      () => onSilence(),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  };
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    setPlan(next: (connection: number) => Behavior) {
      plan = next;
    },
    /** Called when a message is not answered. */
    onSilence(listener: () => void) {
      onSilence = listener;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

const answers: Partial<Record<Behavior, Readonly<Record<string, string>>>> = {
  'refuse sender': { MAIL: '553 5.7.1 Sender not allowed' },
  'refuse address': { RCPT: '550 5.1.1 No such user' },
  'refuse to relay': { RCPT: '554 5.7.1 Relay access denied' },
  'refuse domain of sender': { RCPT: '553 5.1.8 Domain of sender not found' },
  'refuse full mailbox': { RCPT: '552 5.2.2 Mailbox full' },
  'refuse without status': { RCPT: '550 Refused by rule 5.1.1' },
  'refuse address for now': { RCPT: '451 4.2.1 Try later' },
  'refuse message': { END: '554 5.6.0 Message refused' },
  'refuse message for now': { END: '452 4.3.1 No space' },
};
const usual: Readonly<Record<string, string>> = {
  EHLO: '250 test',
  HELO: '250 test',
  MAIL: '250 OK',
  RCPT: '250 OK',
  DATA: '354 Go ahead',
  RSET: '250 OK',
  QUIT: '221 Bye',
  END: '250 Queued',
};

function speak(
  socket: Socket,
  behavior: Behavior,
  take: (mail: Received) => void,
  stayingSilent: () => void,
): void {
  let buffer = '';
  let message: string[] | undefined;
  let [to, from] = ['', ''];
  const answer = (verb: string) =>
    socket.write(`${answers[behavior]?.[verb] ?? usual[verb] ?? '500 Unknown'}\r\n`);
  function onLine(line: string): void {
    if (!message) {
      const verb = line.slice(0, 4).toUpperCase();
      if (verb === 'MAIL') from = line;
      if (verb === 'RCPT') to = /<(.*)>/.exec(line)?.[1] ?? line;
      answer(verb);
      if (verb === 'DATA') message = [];
      return;
    }
    if (behavior === 'cut') {
      socket.destroy();
      return;
    }
    if (line !== '.') {
      message.push(line.replace(/^\./, ''));
      return;
    }
    const raw = message.join('\r\n');
    message = undefined;
    if (behavior === 'silent') {
      stayingSilent();
      return;
    }
    if (!behavior.startsWith('refuse')) take({ to, from, raw, id: headerOf(raw, 'Message-ID') });
    if (behavior === 'mute') socket.destroy();
    else answer('END');
  }
  socket.setEncoding('utf8');
  socket.on('data', (chunk) => {
    buffer += String(chunk);
    for (let end = buffer.indexOf('\r\n'); end >= 0; end = buffer.indexOf('\r\n')) {
      const line = buffer.slice(0, end);
      buffer = buffer.slice(end + 2);
      onLine(line);
    }
  });
  if (behavior !== 'no greeting') socket.write('220 test ESMTP\r\n');
}

/** The values of a header, unfolded, in one text. */
export function headerOf(raw: string, name: string): string {
  const head = raw.slice(0, raw.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' ');
  return head
    .split('\r\n')
    .flatMap((line) => {
      const [key = '', ...rest] = line.split(':');
      return key.toLowerCase() === name.toLowerCase() ? [rest.join(':').trim()] : [];
    })
    .join(' | ');
}
