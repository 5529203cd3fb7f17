import { useEffect, useState } from 'react';
import { whenIdle } from '#lib/when-idle.ts';

/** A page that is never idle goes on after this. */
const timeoutMs = 1000;

/** Whether the browser has been idle since the value came, so that what is less urgent waits for what was asked for. */
export function useWhenIdle<T>(value: T): boolean {
  const [settled, setSettled] = useState<{ readonly value: T }>();
  useEffect(() => whenIdle(() => setSettled({ value }), timeoutMs), [value]);
  return settled !== undefined && settled.value === value;
}
