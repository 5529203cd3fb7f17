import { expect, test } from 'vitest';
import { joinChanges } from '../../../src/commands/release-page.ts';

const change = (audience: string, text: string) => `---\naudience: ${audience}\n---\n\n${text}\n`;
const version = { version: '1.2.0', date: '2027-01-15', summary: 'Gages: read, and "understood".' };

test('a version lists what users notice, then what operators and programs do', () => {
  const changes = [
    change('programs', 'New is `GET /api/gage`.'),
    change('users', 'A gage has a page,\nwith its scale.'),
    change('operators', '`GAGES=on` shows them.').replaceAll('\n', '\r\n'),
    change('"users"', 'The map shows gages.\n\n---\n\nAll of them.'),
    change('operators', 'They need no memory.'),
  ];
  expect(joinChanges(version, changes)).toBe(`---
version: 1.2.0
date: 2027-01-15
summary: "Gages: read, and \\"understood\\"."
---

- A gage has a page, with its scale.
- The map shows gages. --- All of them.

For operators: \`GAGES=on\` shows them. They need no memory.

For programs: New is \`GET /api/gage\`.
`);
});

test('a version without changes has only its summary', () => {
  expect(joinChanges(version, [])).toMatch(/understood.*\n---\n$/);
});
