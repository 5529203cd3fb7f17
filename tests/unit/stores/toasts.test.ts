import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { $toasts, closeToast, holdToasts, showToast, type ToastHold } from '#lib/page/toasts.ts';

const messages = () => $toasts.get().map(({ message }) => message);

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  for (const { id } of $toasts.get()) closeToast(id);
  for (const hold of ['pointer', 'focus'] as const) holdToasts(hold, false);
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

type Step = number | `${'+' | '-'}${ToastHold}`;

/** Milliseconds pass, and holds begin and end. @returns for how long the toast is then shown; Infinity if it is held */
function remainingAfter(steps: readonly Step[]): number {
  showToast('Read me');
  for (const step of steps) {
    if (typeof step === 'number') vi.advanceTimersByTime(step);
    else holdToasts(step.slice(1) === 'focus' ? 'focus' : 'pointer', step.startsWith('+'));
  }
  const start = Date.now();
  while (messages().length > 0 && vi.getTimerCount() > 0) vi.advanceTimersToNextTimer();
  return messages().length > 0 ? Infinity : Date.now() - start;
}

it.each<{ steps: readonly Step[]; remaining: number }>([
  { steps: [4000, '+pointer', 60_000], remaining: Infinity },
  { steps: [4000, '+pointer', 60_000, '-pointer'], remaining: 2000 },
  { steps: [1000, '+pointer', 60_000, '-pointer', 1000], remaining: 4000 },
  // It does not close at once when it was read in its last moment.
  { steps: [5900, '+pointer', 60_000, '-pointer'], remaining: 1500 },
  // Hover, then Tab into it: the time is not counted twice.
  { steps: [1000, '+pointer', 9000, '+focus', 9000, '-pointer', '-focus'], remaining: 5000 },
  { steps: [1000, '+pointer', '+focus', 9000, '-pointer', 60_000], remaining: Infinity },
  { steps: [1000, '+focus', '+pointer', 9000, '-focus', 60_000], remaining: Infinity },
  { steps: [1000, '+focus', 9000, '+focus', 9000, '-focus', '-focus'], remaining: 5000 },
  { steps: [1000, '-pointer'], remaining: 5000 },
])('closes a toast after $steps in $remaining ms', ({ steps, remaining }) => {
  expect(remainingAfter(steps)).toBe(remaining);
});

it('shows a toast that comes while others are read for its whole time after that', () => {
  holdToasts('focus', true);
  showToast('Later');
  vi.advanceTimersByTime(60_000);
  holdToasts('focus', false);
  vi.advanceTimersByTime(5999);
  expect(messages()).toEqual(['Later']);
  vi.advanceTimersByTime(1);
  expect(messages()).toEqual([]);
});

it('shows the same message once, and at most four toasts', () => {
  for (const text of ['a', 'b', 'a', 'c', 'd', 'e']) showToast(text);
  expect(messages()).toEqual(['a', 'c', 'd', 'e']);
});
