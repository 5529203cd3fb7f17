import { expect, test } from 'vitest';
import { FileReference } from '#contract/records/fields.ts';
import { openFilePortal, uploadTo } from '../../support/file-portal.ts';
import { plainPng } from '../../support/png.ts';

const pdf = Buffer.from('%PDF-1.7\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n');
const list = 'Choose PDF, PNG, JPG, JPEG, WEBP, XLSX, DOCX, PPTX, ZIP, CSV, TXT, MD, JSON or GEOJSON.';
const endsIn = (extension: string, rest: string) => `The file’s name ends in .${extension}, but ${rest}`;
const swapped = (text: string) => Buffer.from(text, 'utf16le').swap16();

const { portal } = await openFilePortal();

const upload = (name: string, payload: Buffer | string) => uploadTo(portal, name, payload);

test.each<[string, Buffer | string, string]>([
  ['empty.pdf', '', 'The file is empty. Choose another one.'],
  ['minutes', pdf, `Files without an extension cannot be uploaded. ${list}`],
  ['page.html', '<script>alert(1)</script>', `HTML files cannot be uploaded. ${list}`],
  ['picture.svg', '<svg onload="alert(1)"/>', `SVG files cannot be uploaded. ${list}`],
  ['old.xls', Buffer.from('d0cf11e0a1b11ae1', 'hex'), `XLS files cannot be uploaded. ${list}`],
  ['minutes.pdf.exe', pdf, `EXE files cannot be uploaded. ${list}`],
  ['picture.pdf', plainPng(4, [1, 2, 3]), endsIn('pdf', 'its contents are of the type PNG.')],
  ['flows.csv', pdf, endsIn('csv', 'its contents are of the type PDF.')],
  ['text.pdf', 'Not a PDF.', endsIn('pdf', 'its contents are not PDF.')],
  ['program.csv', Buffer.from('MZ\u0090\u0000\u0003'), endsIn('csv', 'its contents are of the type EXE.')],
  ['noise.csv', Buffer.from([0xff, 0xfe, 0x00, 0xd8]), endsIn('csv', 'its contents are not text.')],
  ['odd.csv', Buffer.from([0xff, 0xfe, 0x41]), endsIn('csv', 'its contents are not text.')],
  ['bytes.csv', Buffer.from([0x80, 0x01, 0x9d, 0x05]), endsIn('csv', 'its contents are not text.')],
  ['null.txt', 'a\u0000b', endsIn('txt', 'its contents are not text.')],
  ['half.json', '{"a": [1, 2}', endsIn('json', 'its contents are not JSON. See line 1, column 12.')],
  ['open.json', '{"a":\n [1,', endsIn('json', 'its contents are not JSON.')],
  ['table.json', 'date,cfs\n2024-05-01,1540\n', endsIn('json', 'its contents are not JSON.')],
  [
    'points.geojson',
    '{type: "Feature"}',
    endsIn('geojson', 'its contents are not JSON. See line 1, column 2.'),
  ],
  ['wide.json', Buffer.from('\ufeff{"a": 1}', 'utf16le'), endsIn('json', 'it is not in UTF-8.')],
])('refuses %s', async (name, body, message) => {
  const answer = await upload(name, body);
  expect({ status: answer.statusCode, detail: answer.json().detail }).toEqual({
    status: 400,
    detail: message,
  });
});

const text = 'date,Überlauf\n2024-05-01,1540\n';

test.each<[string, Buffer | string, string]>([
  ['utf8.csv', text, 'text/csv; charset=utf-8'],
  ['marked.csv', `\ufeff${text}`, 'text/csv; charset=utf-8'],
  ['latin1.csv', Buffer.from(text, 'latin1'), 'text/csv; charset=windows-1252'],
  ['excel.txt', Buffer.from(`\ufeff${text}`, 'utf16le'), 'text/plain; charset=utf-16le'],
  ['big.csv', swapped(`\ufeff${text}`), 'text/csv; charset=utf-16be'],
  ['unmarked.csv', Buffer.from(text, 'utf16le'), 'text/csv; charset=utf-16le'],
  ['bitmap.csv', 'BM,elevation\nBM1,4821.3\n', 'text/csv; charset=utf-8'],
  ['points.geojson', '{"type": "FeatureCollection", "features": []}', 'application/json; charset=utf-8'],
  ['marked.json', '\ufeff[1, 2]', 'application/json; charset=utf-8'],
  ['notes.md', '# Notes\n', 'text/plain; charset=utf-8'],
  ['PLAN.PDF', pdf, 'application/pdf'],
])('stores %s as it is, and says its encoding', async (name, body, type) => {
  const file = FileReference.parse((await upload(name, body)).json());
  expect(file.type).toBe(type.split(';')[0]);
  const back = await portal.send(`/api/files/${file.id}`, 'Administrator');
  expect(back.headers['content-type']).toBe(type);
  expect(back.rawPayload).toEqual(Buffer.from(body));
});
