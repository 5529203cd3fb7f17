import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { $toasts, closeToast, pauseToasts, resumeToasts, showToast } from '#stores/toasts.ts';

const messages = () => $toasts.get().map(({ message }) => message);

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  for (const { id } of $toasts.get()) closeToast(id);
  vi.useRealTimers();
});

it('closes a toast after six seconds unless it is persistent', () => {
  showToast('Data was copied to your clipboard.', 'success');
  showToast('Stays', 'error', { persistent: true });
  vi.advanceTimersByTime(5999);
  expect(messages()).toEqual(['Data was copied to your clipboard.', 'Stays']);
  vi.advanceTimersByTime(1);
  expect(messages()).toEqual(['Stays']);
  vi.advanceTimersByTime(600_000);
  expect(messages()).toEqual(['Stays']);
});

it('stops the timer while a toast is read', () => {
  showToast('Read me');
  vi.advanceTimersByTime(4000);
  pauseToasts();
  vi.advanceTimersByTime(60_000);
  expect(messages()).toEqual(['Read me']);
  resumeToasts();
  vi.advanceTimersByTime(1999);
  expect(messages()).toEqual(['Read me']);
  vi.advanceTimersByTime(1);
  expect(messages()).toEqual([]);
});

it('shows the same message once, and at most four toasts', () => {
  for (const text of ['a', 'b', 'a', 'c', 'd', 'e']) showToast(text);
  expect(messages()).toEqual(['a', 'c', 'd', 'e']);
});
