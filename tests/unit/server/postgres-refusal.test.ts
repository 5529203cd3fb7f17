import net from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { connectPostgres } from '#server/db/postgres/connect-postgres.ts';
import { listen } from '../../support/local-server.ts';

/** Makes a message of the PostgreSQL protocol. */
function message(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

const isWelcome = Buffer.concat([message('R', Buffer.alloc(4)), message('Z', Buffer.from('I'))]);
const refusal = message('E', Buffer.from('SFATAL\0C08P01\0Mserver login has been failing\0\0'));

/** What a pooler does whose server is away: it accepts the connection, then refuses its first statement. */
const pooler = await listen(
  net.createServer((socket) => {
    socket.once('data', () => {
      socket.write(isWelcome);
      socket.once('data', () => socket.end(refusal));
    });
  }),
);

afterAll(() => void pooler.close());

it('rejects the statement that a pooler refuses, and nothing else', async () => {
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => unhandled.push(reason);
  process.on('unhandledRejection', note);
  const client = await connectPostgres(`postgres://portal@127.0.0.1:${pooler.port}/portal`);
  try {
    await expect(client.query('select 1')).rejects.toThrow('server login has been failing');
    await client.end();
    await setImmediate();
  } finally {
    process.off('unhandledRejection', note);
  }
  expect(unhandled).toEqual([]);
});
