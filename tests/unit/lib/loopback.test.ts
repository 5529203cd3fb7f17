import { expect, it } from 'vitest';
import { isLoopbackHost } from '#lib/loopback.ts';

it.each(['localhost', '127.0.0.1', '127.1.2.3', '::1', '[::1]'])('takes %s for this computer', (host) => {
  expect(isLoopbackHost(host)).toBe(true);
});

it.each(['', 'localhost.example.org', '127.0.0.1.example.org', '10.0.0.1', '0.0.0.0', '::'])(
  'takes %j for another computer',
  (host) => {
    expect(isLoopbackHost(host)).toBe(false);
  },
);
