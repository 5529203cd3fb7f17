import { expect, it } from 'vitest';
import { isModuleFault } from '#components/scripts/missing-part.ts';

it.each([
  ['Uncaught TypeError: Failed to fetch dynamically imported module: http://h/_assets/a.js', true],
  ['error loading dynamically imported module: http://h/_assets/a.js', true],
  ['Importing a module script failed.', true],
  ['Unable to preload CSS for /_assets/a.css', true],
  ['Failed to fetch', false],
  ['ResizeObserver loop completed with undelivered notifications.', false],
  ['', false],
])('recognizes the message of a module that cannot be loaded: %s', (message, expected) => {
  expect(isModuleFault(message)).toBe(expected);
});
