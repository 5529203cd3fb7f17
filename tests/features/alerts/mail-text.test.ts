import { expect, test } from 'vitest';
import { digestMail, firingMail, type MailFiring } from '#features/alerts/rules/firing-mail.ts';
import { dueDay } from '#features/alerts/rules/letter-time.ts';
import { writeMail } from '#features/alerts/rules/mail-layout.ts';
import { createMailer } from '#features/alerts/server/mail/mailer.ts';
import { parseMailAddress, parseMailbox } from '#lib/mail-address.ts';
import { headerOf, startSmtpServer } from './smtp-server.ts';

test.each([
  ['ann@example.org', 'ann@example.org'],
  [' ann@example.org ', 'ann@example.org'],
  ['Ann.B+water@Sub.EXAMPLE.org', 'Ann.B+water@sub.example.org'],
  ["o'neil@example.org", "o'neil@example.org"],
  ['ann@büro.example', 'ann@xn--bro-hoa.example'],
])('reads the address %j', (text, expected) => {
  expect(parseMailAddress(text)).toBe(expected);
});

test.each([
  ['nothing', ''],
  ['no host', 'ann@'],
  ['no name', '@example.org'],
  ['two @', 'ann@b@example.org'],
  ['a host without a dot', 'ann@localhost'],
  ['a number as the last label', 'ann@127.0.0.1'],
  ['an IP address', 'ann@[127.0.0.1]'],
  ['a comment', 'ann(x)@example.org'],
  ['a comment at the end', 'ann@example.org(x)'],
  ['a quoted name', '"ann b"@example.org'],
  ['a name before it', 'Ann <ann@example.org>'],
  ['angle brackets', '<ann@example.org>'],
  ['a list', 'ann@example.org,bob@example.org'],
  ['a list with a semicolon', 'ann@example.org;bob@example.org'],
  ['a group', 'friends: ann@example.org, bob@example.org;'],
  ['a line break', 'ann@example.org\r\nBcc: bob@example.org'],
  ['a line break at the end', 'ann@example.org\n'],
  ['a line break before the host', 'ann@\nexample.org'],
  ['a tab', 'ann@exam\tple.org'],
  ['a zero byte', 'ann@example.org\0'],
  ['a space inside', 'ann b@example.org'],
  ['two dots', 'ann..b@example.org'],
  ['a dot at the end', 'ann.@example.org'],
  ['a host with a port', 'ann@example.org:25'],
  ['a host with a path', 'ann@example.org/x'],
  ['an escaped host', 'ann@example%2eorg'],
  ['a route', 'ann%bob@example.org'],
  ['a name beyond ASCII', 'änn@example.org'],
  ['a mark that reorders text', 'ann\u202e@example.org'],
  ['a label that begins with a hyphen', 'ann@-example.org'],
  ['a long name', `${'a'.repeat(65)}@example.org`],
  [
    'a long address',
    `ann@${'a'.repeat(60)}.${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(12)}.org`,
  ],
])('refuses an address with %s', (_, text) => {
  expect(parseMailAddress(text)).toBeUndefined();
});

test.each([
  ['Water portal <portal@example.org>', { name: 'Water portal', address: 'portal@example.org' }],
  ['portal@example.org', { name: '', address: 'portal@example.org' }],
  ['A <a@example.org>\r\nBcc: b@example.org', undefined],
  ['A <a@example.org>, B <b@example.org>', undefined],
  ['"A" <a@example.org>', undefined],
])('reads whom mails are from: %j', (text, expected) => {
  expect(parseMailbox(text)).toEqual(expected);
});

const place = {
  ...{ origin: 'https://portal.test', stop: 'https://portal.test/alerts/stop/key' },
  now: new Date('2026-11-28T18:00:00Z'),
};

/** A firing whose site, rule and sentence have this name. */
function firingOf(name: string, changes: Partial<MailFiring['facts']> = {}): MailFiring {
  return {
    kind: 'fired',
    observed_at: '2026-11-27T07:00:00Z',
    facts: {
      ...{
        loc_ndx: 158,
        loc_id: 'PAL',
        loc_name: name,
        parameter_ndx: 3,
        parameter_name: 'Reservoir Storage',
      },
      ...{
        units_name: 'AF',
        condition: `${name} below 30 % of capacity`,
        name,
        value: 347_000,
        measured: 28.9,
      },
      ...{ approval: 'P', is_reading: false, before: 12 },
      sentence: `${name} held 347 KAF on November 27, 28.9 % full: below normal, 12th percentile of 30 years.`,
      ...changes,
    },
  };
}

async function send(mail: ReturnType<typeof writeMail>): Promise<string> {
  await using server = await startSmtpServer();
  const mailer = createMailer({
    url: server.url,
    from: { name: 'Portal', address: 'p@example.org' },
    host: 'portal.test',
  });
  await mailer.send({ id: 'x', to: 'ann@example.org', mail, date: new Date('2026-11-28'), stop: place.stop });
  return server.received[0]?.raw ?? '';
}

const headerNames = (raw: string) =>
  raw
    .slice(0, raw.indexOf('\r\n\r\n'))
    .split('\r\n')
    .flatMap((line) => /^([\w-]+):/.exec(line)?.[1] ?? []);

const usualHeaders = headerNames(await send(writeMail(firingMail(firingOf('Palisades'), place))));

test.each([
  ['a header', 'Palisades\r\nBcc: bob@example.org'],
  ['the end of the head', 'Palisades\r\n\r\nDear reader'],
  ['the end of the message', 'Palisades\r\n.\r\nMAIL FROM:<x@example.org>'],
  ['a line break of its own', 'Palisades\u2028Bcc: bob@example.org'],
  ['a script', '<script>alert(1)</script>'],
  ['an attribute', '" onload="alert(1)'],
  ['an image', '<img src=x onerror=alert(1)>'],
  ['a comment', '<!-- Palisades --><style>*{display:none}</style>'],
  ['an entity', '&lt;b&gt;'],
  ['an emoji', '💧 Palisades 👨‍👩‍👧'],
  ['half an emoji', 'Palisades \ud83d'],
  ['a right-to-left script', 'سد الموجب'],
  ['a mark that reorders text', 'Palisades \u202egnp.exe'],
  ['an encoded word', '=?utf-8?q?x=0D=0ABcc:_bob@example.org?='],
  ['great length', 'Palisades '.repeat(500)],
])('a name with %s changes nothing but the name', async (_, name) => {
  for (const mail of [
    writeMail(firingMail(firingOf(name), place)),
    writeMail(digestMail([firingOf(name), firingOf('Jackson')], place)),
  ]) {
    const raw = await send(mail);
    expect(headerNames(raw)).toEqual(usualHeaders);
    expect(headerOf(raw, 'To')).toBe('ann@example.org');
    expect(mail.subject).not.toMatch(/[\p{Cc}\u2028\u202a-\u202e]/u);
    expect([...mail.subject].length).toBeLessThanOrEqual(120);
    const tags = mail.html.replace(/<style>[\s\S]*?<\/style>/, '').match(/<\/?([a-z0-9]+)/g) ?? [];
    expect(tags.filter((tag) => /script|img|iframe|style/.test(tag))).toEqual([]);
    expect(mail.html).not.toMatch(/<[^>]*\son\w+=/i);
    expect(mail.html.match(/<style/g)).toHaveLength(1);
    expect(mail.text).not.toMatch(
      /[\u202a-\u202e\ud800-\udfff](?![\udc00-\udfff])(?<![\ud800-\udbff][\udc00-\udfff])/,
    );
  }
});

test('a mail says the value, its age and approval, its place, how often the rule fired, and how to stop', () => {
  const { subject, text } = writeMail(firingMail(firingOf('Palisades', { name: null }), place));
  expect(subject).toBe('Palisades below 30 % of capacity');
  expect(text).toBe(`Palisades below 30 % of capacity

Palisades held 347 KAF on November 27, 28.9 % full: below normal, 12th
percentile of 30 years.

Value: 347 KAF
Observed: Nov 27, 2026
Age: 1 day old
Approval: provisional
Fired before: 12 times

Provisional values may be revised: what fired may turn out to be an
error of the sensor.

The record:
https://portal.test/sites/158

Change, mute or delete your alerts:
https://portal.test/account/profile

Stop all mails to this address:
https://portal.test/alerts/stop/key
`);
});

test('a mail of silence has no value', () => {
  const { text } = writeMail(
    firingMail({ ...firingOf('Heise', { value: null, approval: null, before: 0 }), kind: 'silent' }, place),
  );
  expect(text).not.toMatch(/Value:|Age:|Approval:|Provisional/);
  expect(text).toContain('Fired before: never');
  expect(text).toContain('Last value: Nov 27, 2026');
});

test.each([
  ['2026-11-28T07:30:00Z', false, '2026-11-28T18:00:00Z', 'Nov 28, 2026', 'of today'],
  ['2026-11-27T07:00:00Z', false, '2026-11-29T06:59:00Z', 'Nov 27, 2026', '1 day old'],
  ['2026-11-27T07:00:00Z', false, '2026-11-29T07:00:00Z', 'Nov 27, 2026', '2 days old'],
  ['2026-11-28T05:45:00Z', true, '2026-11-28T06:10:00Z', 'Nov 27, 2026, 10:45 p.m.', '25 minutes old'],
  ['2026-11-28T05:45:00Z', true, '2026-11-28T14:00:00Z', 'Nov 27, 2026, 10:45 p.m.', '8 hours old'],
])(
  'a value of %s, a reading: %s, has its day and its age of %s',
  (observed_at, is_reading, now, day, age) => {
    const firing = { ...firingOf('Palisades', { is_reading, sentence: '28.9 % full.' }), observed_at };
    const at = { ...place, now: new Date(now) };
    const { text } = writeMail(firingMail(firing, at));
    expect(text).toContain(`\nObserved: ${day}\nAge: ${age}\n`);
    const silence = { ...firing, kind: 'silent' } as const;
    const digest = writeMail(digestMail([silence, firing], at)).text.replace(/\s+/g, ' ');
    expect(digest).toContain(`Last value ${day}. 28.9 % full.`);
    expect(digest).toContain(`; ${day}: 28.9 % full.`);
  },
);

// November 30, 2026 is a Monday. Clocks go forward on March 14, 2027 at 02:00 and back on November 7, 2027.
test.each([
  ['before its hour', '2026-11-30T13:59:59Z', 1, 7, 'America/Boise', undefined],
  ['at its hour', '2026-11-30T14:00:00Z', 1, 7, 'America/Boise', '2026-11-30'],
  ['later on its day', '2026-12-01T06:59:59Z', 1, 7, 'America/Boise', '2026-11-30'],
  ['on the day after', '2026-12-01T07:00:00Z', 1, 7, 'America/Boise', undefined],
  ['where it is Monday already', '2026-11-29T12:00:00Z', 1, 1, 'Asia/Tokyo', undefined],
  ['where it is Monday by now', '2026-11-29T16:00:00Z', 1, 1, 'Asia/Tokyo', '2026-11-30'],
  ['on a Sunday', '2026-11-29T12:00:00Z', 7, 5, 'America/Boise', '2026-11-29'],
  ['in an hour that is skipped', '2027-03-14T09:00:00Z', 7, 2, 'America/Boise', '2027-03-14'],
  ['in an hour that comes twice', '2027-11-07T07:30:00Z', 7, 1, 'America/Boise', '2027-11-07'],
])('a letter is due %s', (_, now, weekday, hour, time_zone, day) => {
  expect(dueDay({ weekday, hour, time_zone }, new Date(now))).toBe(day);
});
