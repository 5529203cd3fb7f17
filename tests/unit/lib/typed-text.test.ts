import { beforeEach, expect, it, vi } from 'vitest';
import { answerTypedText, findTypedText, type TypedText } from '#lib/page/typed-text.ts';

beforeEach(() => {
  const page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
  vi.stubGlobal('dispatchEvent', page.dispatchEvent.bind(page));
  return () => vi.unstubAllGlobals();
});

it.each([
  [[], 'none'],
  [['none'], 'none'],
  [['stored'], 'stored'],
  [['none', 'stored'], 'stored'],
  [['unstored', 'stored'], 'unstored'],
] as const)('the answers %j are %s', (answers, expected) => {
  for (const answer of answers) answerTypedText(() => answer);
  expect(findTypedText()).toBe(expected);
});

it('asks each time, and no longer a form that has ended', () => {
  let answer: TypedText = 'none';
  const stop = answerTypedText(() => answer);
  expect(findTypedText()).toBe('none');
  answer = 'unstored';
  expect(findTypedText()).toBe('unstored');
  stop();
  expect(findTypedText()).toBe('none');
});
