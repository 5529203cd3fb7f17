import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { splitTextLinks } from '#features/announcements/screen/text-links.ts';
import { forAll } from '../../support/for-all.ts';

/** The addresses that become links. */
const links = (text: string) =>
  splitTextLinks(text).flatMap(({ href }) => (href === undefined ? [] : [href]));

describe('splitTextLinks', () => {
  test.each([
    ['See https://example.org/a.', ['https://example.org/a']],
    ['(http://example.org/a_(b)) and more', ['http://example.org/a_(b)']],
    ['Join: https://example.com/meet?pwd=a_b-C~1&x=%20#y!', ['https://example.com/meet?pwd=a_b-C~1&x=%20#y']],
    ['HTTPS://EXAMPLE.ORG/Path', ['https://example.org/Path']],
    ['“https://example.org”, he said', ['https://example.org/']],
    ['Write to water.desk+gates@example.org.', ['mailto:water.desk+gates@example.org']],
    ['mailto:desk@example.org?subject=Gates', ['mailto:desk@example.org?subject=Gates']],
    ['two https://a.example and https://b.example', ['https://a.example/', 'https://b.example/']],
    ['https://example.org/ünïcode/🌊', ['https://example.org/%C3%BCn%C3%AFcode/%F0%9F%8C%8A']],
  ])('links the addresses of %s', (text, expected) => {
    expect(links(text)).toEqual(expected);
  });

  test.each([
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'JavaScript://example.org/%0aalert(1)',
    'file:///etc/passwd',
    'ftp://example.org',
    'https://',
    'https://usbr.gov@evil.example/',
    'https://user:secret@example.org/',
    'mailto:',
    'mailto:nobody',
    'www without an address, a@b, @, ://',
  ])('makes no link of %s', (text) => {
    expect(links(text)).toEqual([]);
  });

  test('marks of direction end an address', () => {
    expect(links('https://example.org/\u202egpj.exe')).toEqual(['https://example.org/']);
  });

  test('loses no character, whatever the text', () => {
    const piece = fc.oneof(
      fc.string(),
      fc.webUrl(),
      fc.emailAddress(),
      fc.constantFrom('(', ')', '.', ' ', '\n'),
    );
    forAll([fc.array(piece)], 100, (pieces) => {
      const text = pieces.join('');
      const parts = splitTextLinks(text);
      expect(parts.map((part) => part.text).join('')).toBe(text);
      for (const { href } of parts) if (href) expect(href).toMatch(/^(https?|mailto):/);
    });
  });
});
