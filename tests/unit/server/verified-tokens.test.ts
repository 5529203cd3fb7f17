import { describe, expect, test } from 'vitest';
import { createVerifiedTokens } from '#server/identity/verifier.ts';

const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;

function create() {
  let time = 0;
  const tokens = createVerifiedTokens(() => time);
  return {
    ...tokens,
    pass: (ms: number) => {
      time += ms;
    },
  };
}

describe('tokens that have been verified', () => {
  test('are known for a minute', () => {
    const { add, get, pass } = create();
    const payload = { sub: 'one', exp: inSeconds(600) };
    add('token', payload);
    pass(59_999);
    expect(get('token')).toBe(payload);
    expect(get('Token')).toBeUndefined();
    pass(1);
    expect(get('token')).toBeUndefined();
  });

  test.each([
    ['that have expired', { exp: inSeconds(-1) }],
    ['without an expiry', {}],
  ])('%s are verified again', (_, payload) => {
    const { add, get } = create();
    add('token', payload);
    expect(get('token')).toBeUndefined();
  });

  test('are forgotten, the oldest first, beyond a thousand', () => {
    const { add, get } = create();
    for (let n = 0; n <= 1000; n += 1) add(`token ${n}`, { exp: inSeconds(600) });
    expect(get('token 0')).toBeUndefined();
    expect(get('token 1')).toBeDefined();
    expect(get('token 1000')).toBeDefined();
  });
});
