import { afterAll, vi } from 'vitest';

// Files share their worker, so a clock that stands still in one of them would do so in the next.
afterAll(() => {
  vi.useRealTimers();
});
