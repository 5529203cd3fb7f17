import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { letterMail } from '#features/alerts/rules/letter.ts';
import { writeMail } from '#features/alerts/rules/mail-layout.ts';
import { drawPng, strokeShapes } from '#features/alerts/server/mail/draw-png.ts';
import { createMailer } from '#features/alerts/server/mail/mailer.ts';
import { picturesOf } from '#features/alerts/server/mail/pictures.ts';
import { partsOf } from '#features/today/index.ts';
import { briefExample } from '../../support/brief-example.ts';
import { readPng } from '../../support/png.ts';
import { startSmtpServer } from './smtp-server.ts';

const on = '2026-05-11';
const place = {
  ...{ origin: 'https://portal.test', stop: 'https://portal.test/alerts/stop/key?only=letter' },
  now: new Date('2026-05-11T14:00:00Z'),
};
const brief = briefExample(on);
const parts = partsOf(brief, on);
const letter = {
  ...{ brief, parts, pictures: picturesOf(brief, parts), fired: [] },
  revised: [
    {
      loc_ndx: 158,
      loc_name: 'Palisades',
      parameter_name: 'Reservoir Storage',
      days: 12,
      first: '2026-04-01',
      last: '2026-04-12',
    },
  ],
};
const mail = writeMail(letterMail(letter, place));
const flat = (text: string) => text.replace(/\s+/g, ' ');

test('the letter has every word and figure of Today, in text and in HTML', () => {
  const { sentence, figures, cups, moved = [] } = parts;
  const wanted = [
    sentence,
    ...figures.flatMap(({ name, value, unit, class: standing, place: among, note }) => [
      name,
      value,
      unit,
      `${standing}${among}`,
      note,
    ]),
    ...cups.flatMap(({ name, lead, amount, age }) => [name, lead, amount, age ?? '']),
    ...moved.flatMap(({ name, change, place: among }) => [name, change, among ?? '']),
  ].filter(Boolean);
  expect(wanted.length).toBeGreaterThan(40);
  const text = flat(mail.text);
  const shown = flat(
    mail.html
      .replace(/<br>/g, ' ')
      .replace(/<[^>]+>/g, '')
      .replaceAll('&#39;', "'")
      .replaceAll('&amp;', '&'),
  );
  expect(wanted.filter((each) => !text.includes(flat(each)))).toEqual([]);
  expect(wanted.filter((each) => !shown.includes(flat(each)))).toEqual([]);
});

test('the letter has no figure that Today has not', () => {
  const ofToday = JSON.stringify([parts, brief.on, brief.newest]).match(/[\d.,]+/g) ?? [];
  const known = new Set(ofToday.map((number) => number.replace(/[.,]+$/, '')));
  const own = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '2026', '11', '12', '158', '10'];
  const found = mail.text.replace(/https:\S+/g, '').match(/\d[\d.,]*/g) ?? [];
  const others = found.map((number) => number.replace(/[.,]+$/, '')).filter((number) => !known.has(number));
  expect(others.filter((number) => !own.includes(number))).toEqual([]);
});

test('the pictures have words, and the reservoirs the numbers of their rows', () => {
  expect(mail.pictures.map(({ id }) => id)).toEqual(['reservoirs', 'river']);
  for (const { label } of parts.cups) expect(mail.pictures[0]?.alt).toContain(label);
  expect(mail.pictures[1]?.alt).toContain('Snake River near Heise');
  for (const { id, alt } of mail.pictures)
    expect(mail.html).toContain(`<img src="cid:${id}" alt="${alt.replaceAll("'", '&#39;')}"`);
  const numbers = mail.pictures[0]?.captions.map(({ text }) => text) ?? [];
  for (const [at, number] of numbers.entries())
    expect(mail.text).toContain(`\n${number} ${parts.cups.filter(({ levels }) => levels)[at]?.name}: `);
  expect(mail.pictures[0]?.captions.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 6);
});

test('the letter is at most 60 KB as it is sent', async () => {
  await using server = await startSmtpServer();
  const mailer = createMailer({
    url: server.url,
    from: { name: '', address: 'p@example.org' },
    host: 'portal.test',
  });
  await mailer.send({ id: 'x', to: 'ann@example.org', mail, date: new Date('2026-05-11'), stop: place.stop });
  const raw = server.received[0]?.raw ?? '';
  expect(raw.length).toBeGreaterThan(10_000);
  expect(Buffer.byteLength(raw)).toBeLessThanOrEqual(60_000);
  expect(raw).toContain('Content-ID: <reservoirs>');
  expect(raw.match(/Content-Disposition: inline/g)).toHaveLength(2);
});

test('a letter without values, rules, revisions and pictures says so', () => {
  const none = {
    ...briefExample(on),
    ...{
      storage: null,
      snow: [],
      rivers: [],
      springs: [],
      wells: [],
      reaches: [],
      moved: [],
      doubts: [],
      newest: null,
    },
  };
  const bare = partsOf(none, on);
  const { text, pictures } = writeMail(
    letterMail(
      { brief: none, parts: bare, pictures: picturesOf(none, bare), fired: undefined, revised: [] },
      place,
    ),
  );
  expect(pictures).toEqual([]);
  expect(text).toContain('There are no values of this day yet.');
  expect(text).toContain('No change can be compared');
  expect(text).toContain('VALUES REVISED THIS WEEK\n\nNone.');
  expect(text).not.toContain('YOUR ALERTS');
});

test('a PNG has the color of its shapes, smooth edges, and a transparent ground', () => {
  const square = [
    [2, 2],
    [8.5, 2],
    [8.5, 8],
    [2, 8],
  ] as const;
  const png = Buffer.from(drawPng(12, 10, [{ color: [200, 100, 50], points: square }]));
  const picture = readPng(png);
  expect([picture.width, picture.height]).toEqual([12, 10]);
  expect(picture.at(5, 5)).toEqual([200, 100, 50]);
  const raw = inflateSync(png.subarray(png.indexOf('IDAT') + 4, png.indexOf('IEND') - 8));
  const alphaAt = (x: number, y: number) => raw[y * 49 + 1 + x * 4 + 3];
  expect([alphaAt(5, 5), alphaAt(8, 5), alphaAt(0, 0), alphaAt(10, 5)]).toEqual([255, 128, 0, 0]);
});

test('a line covers its ends, and a point of its own is seen', () => {
  const line = drawPng(
    20,
    10,
    strokeShapes(
      [
        [3, 5],
        [17, 5],
      ],
      4,
      [0, 0, 255],
    ),
  );
  const picture = readPng(Buffer.from(line));
  expect([picture.at(3, 5), picture.at(10, 4), picture.at(16, 6)]).toEqual(Array(3).fill([0, 0, 255]));
  expect(readPng(Buffer.from(drawPng(10, 10, strokeShapes([[5, 5]], 4, [9, 9, 9])))).at(5, 5)).toEqual([
    9, 9, 9,
  ]);
});
