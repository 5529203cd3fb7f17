import { atom } from 'nanostores';
import { expect, test } from 'vitest';
import { addressPart, createScreen } from '#stores/create-screen.ts';
import { fakeAddress } from '../../support/fake-server.ts';

function open(query: string, isReady = true) {
  const bar = fakeAddress(query);
  const $page = atom(1);
  const $search = atom('');
  const $ready = atom(isReady);
  const log: string[] = [];
  const read = (text: string, name: string) => new URLSearchParams(text).get(name) ?? '';
  const screen = createScreen({
    address: bar.address,
    $ready,
    queries: [{ load: () => log.push('load'), cancel: () => log.push('cancel list') }],
    submitted: [{ cancel: () => log.push('cancel result') }],
    parts: [
      addressPart($search, {
        read: (text) => read(text, 'q'),
        write: (value) => (value === '' ? '' : `q=${value}`),
      }),
      addressPart($page, {
        read: (text) => Number(read(text, 'page') || 1),
        write: (value) => (value === 1 ? '' : `page=${value}`),
        isStep: () => true,
      }),
    ],
    onRestored: (text) => log.push(`restored ${text}`),
    onStart: () => [() => log.push('stopped')],
  });
  return { ...bar, screen, $page, $search, $ready, log };
}

test('restores its parts when it is created, and loads the lists when it starts', () => {
  const { screen, $page, $search, log } = open('q=heise&page=3');
  expect([$search.get(), $page.get(), log]).toEqual(['heise', 3, []]);
  const end = screen.start();
  expect(log).toEqual(['restored q=heise&page=3', 'load']);
  end();
  expect(log.slice(2)).toEqual(['stopped', 'cancel list', 'cancel result']);
});

test('replaces the address on a change, and adds a step to the history on a step or a push', () => {
  const { screen, history, $page, $search } = open('');
  const end = screen.start();
  $search.set('a');
  expect(history).toEqual(['q=a']);
  $page.set(2);
  expect(history).toEqual(['q=a', 'q=a&page=2']);
  screen.pushAddress();
  expect(history).toHaveLength(3);
  end();
  $search.set('b');
  expect(history.at(-1)).toBe('q=a&page=2');
});

test('Back restores the parts and adds no step', () => {
  const { screen, history, back, $page, log } = open('page=2');
  const end = screen.start();
  $page.set(3);
  back();
  expect($page.get()).toBe(2);
  expect(history).toEqual(['page=2']);
  expect(log.at(-1)).toBe('restored page=2');
  end();
});

test('waits until it is ready before it finishes restoring and writes the address', () => {
  const { screen, history, $search, $ready, log } = open('q=a', false);
  const end = screen.start();
  $search.set('b');
  expect(history).toEqual(['q=a']);
  expect(log).toEqual(['load']);
  $ready.set(true);
  expect(log.at(-1)).toBe('restored q=a');
  $search.set('c');
  expect(history).toEqual(['q=c']);
  end();
});

test('works without an address', () => {
  const loads: string[] = [];
  const { start } = createScreen({ queries: [{ load: () => loads.push('a'), cancel: () => {} }] });
  start()();
  expect(loads).toEqual(['a']);
});
