import fc from 'fast-check';
import Fastify from 'fastify';
import { beforeEach, expect, test } from 'vitest';
import { Problem } from '#contract/endpoint.ts';
import { addErrorHandler } from '#server/plugins/errors.ts';
import { describeError } from '#server/telemetry/describe-error.ts';
import { closeAfter } from '../../support/set-up.ts';

let thrown: unknown;
const lines: string[] = [];
const app = closeAfter(
  Fastify({ logger: { level: 'error', stream: { write: (line: string) => lines.push(line) } } }),
);
addErrorHandler(app, (error) => describeError(error));
app.get('/later', async () => {
  throw thrown;
});
app.get('/now', () => {
  throw thrown;
});

beforeEach(() => {
  lines.length = 0;
});

/** Throws a value in a handler, and gives the status of the answer. */
async function statusFor(value: unknown, url = '/later'): Promise<number> {
  thrown = value;
  const entriesBefore = lines.length;
  const answer = await app.inject(url);
  expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
  const problem = Problem.parse(answer.json());
  expect(problem.status).toBe(answer.statusCode);
  expect(problem.detail).not.toBe('');
  const entries = lines.slice(entriesBefore);
  if (answer.statusCode >= 500 && answer.statusCode !== 503) {
    expect(entries.length).toBeGreaterThan(0);
    expect(JSON.parse(entries[0] ?? '')).toMatchObject({ level: 50, reqId: expect.anything() });
  }
  return answer.statusCode;
}

const withSelf = () => {
  const error = new Error('It is its own cause.');
  return Object.assign(error, { cause: error });
};
const unreadable = (base: object, ...names: string[]) =>
  Object.defineProperties(
    base,
    Object.fromEntries(
      names.map((name) => [
        name,
        {
          get: () => {
            throw new Error(`${name} cannot be read.`);
          },
        },
      ]),
    ),
  );

test.each<[what: string, value: () => unknown, status: number]>([
  ['an abort', () => new DOMException('It was stopped.', 'AbortError'), 500],
  ['a timeout', () => new DOMException('It took too long.', 'TimeoutError'), 500],
  ['nothing', () => undefined, 500],
  ['null', () => null, 500],
  ['a text', () => 'no', 500],
  ['an empty text', () => '', 500],
  ['a number', () => 404, 500],
  ['a symbol', () => Symbol('x'), 500],
  ['a large number', () => 1n, 500],
  ['a function', () => () => 1, 500],
  ['an object without a prototype', () => Object.create(null), 500],
  ['an error that is its own cause', withSelf, 500],
  [
    'an error that sums itself up',
    () => {
      const sum = new AggregateError([]);
      sum.errors.push(sum, sum);
      return sum;
    },
    500,
  ],
  [
    'an unreachable database in a sum',
    () => new AggregateError([Object.assign(new Error('x'), { code: 'ECONNREFUSED' })]),
    503,
  ],
  [
    'a full disk deep down',
    () =>
      new Error('x', { cause: new Error('y', { cause: Object.assign(new Error('z'), { code: 'ENOSPC' }) }) }),
    503,
  ],
  ['a status that is a text', () => Object.assign(new Error('x'), { statusCode: '404' }), 500],
  ['a status that is no number', () => Object.assign(new Error('x'), { statusCode: Number.NaN }), 500],
  ['a status between two', () => Object.assign(new Error('x'), { statusCode: 404.5 }), 500],
  ['a status that is none', () => Object.assign(new Error('x'), { statusCode: 99_999 }), 500],
  ['a status of success', () => Object.assign(new Error('x'), { statusCode: 200 }), 500],
  ['a status of a client', () => Object.assign(new Error('x'), { statusCode: 404 }), 404],
  ['a status without a message', () => Object.assign(new Error(), { statusCode: 404 }), 404],
  ['a message that is no text', () => Object.assign(new Error(), { statusCode: 404, message: {} }), 404],
  ['calls that are no text', () => Object.assign(new Error('x'), { stack: 7, name: {} }), 500],
  [
    'an error that cannot be read',
    () => unreadable(new Error('x'), 'code', 'stack', 'message', 'cause'),
    500,
  ],
  ['an object that cannot be read', () => unreadable({}, 'code', 'statusCode', 'validation'), 500],
  ['what is no validation', () => ({ validation: [null] }), 500],
])('%s becomes a problem and an entry of the log', async (_, create, status) => {
  expect(await statusFor(create())).toBe(status);
  expect(await statusFor(create(), '/now')).toBe(status);
});

test('an outage is logged once a second, with how many entries were left out', async () => {
  const begin = performance.now();
  for (let count = 0; count < 200; count += 1) {
    thrown = Object.assign(new Error('x'), { code: 'ECONNREFUSED' });
    expect((await app.inject('/later')).statusCode).toBe(503);
  }
  const seconds = (performance.now() - begin) / 1000;
  expect(lines.length).toBeLessThanOrEqual(Math.ceil(seconds) + 1);
});

test('whatever is thrown becomes a problem and, unless the client is at fault, an entry of the log', async () => {
  const properties = fc.dictionary(
    fc.constantFrom(
      'code',
      'statusCode',
      'status',
      'message',
      'name',
      'stack',
      'cause',
      'errors',
      'validation',
    ),
    fc.anything({ withBigInt: true, withDate: true, withMap: true, withNullPrototype: true }),
  );
  const errors = fc
    .tuple(
      fc.constantFrom(
        () => new Error('x'),
        () => new AggregateError([]),
        () => ({}),
      ),
      properties,
    )
    .map(([create, values]) => Object.assign(create(), values));
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.anything({ withBigInt: true }), errors), async (value) => {
      const status = await statusFor(value);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(600);
    }),
    { numRuns: 150, seed: 47 },
  );
});
