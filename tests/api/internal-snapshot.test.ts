import { existsSync, readdirSync } from 'node:fs';
import { mkdir, utimes } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { openEmbeddedStore } from '../support/engines.ts';
import { closeAfter, temporaryFolder } from '../support/set-up.ts';
import { openTestApp } from '../support/test-app.ts';

const secret = 'a-secret-of-this-run';
const folder = temporaryFolder('snapshots');
const snapshots = path.join(folder, 'snapshots');
let takeSnapshot: (target: string) => Promise<void>;

const store = closeAfter(await openEmbeddedStore());
const internalSnapshot = {
  secret,
  folder: snapshots,
  takeSnapshot: (target: string) => takeSnapshot(target),
};
const portal = closeAfter(openTestApp(store, { internalSnapshot }));

beforeEach(() => {
  takeSnapshot = async (target) => {
    await mkdir(target);
  };
});

const post = (headers: Record<string, string> = { 'x-portal-secret': secret }, remoteAddress = '127.0.0.1') =>
  portal.send({ method: 'POST', url: '/internal/snapshot', headers, remoteAddress });

describe('a copy of the database for a backup', () => {
  test('gets a name of its own', async () => {
    const [one, other] = [await post(), await post()].map((answer) => answer.json());
    expect(one.name).not.toBe(other.name);
    expect(readdirSync(snapshots).toSorted()).toEqual([one.name, other.name].toSorted());
  });

  test.each([
    ['without the secret', {}, '127.0.0.1'],
    ['with another secret', { 'x-portal-secret': 'guess' }, '127.0.0.1'],
    ['from another computer', { 'x-portal-secret': secret }, '192.0.2.1'],
  ])('is refused %s', async (_, headers: Record<string, string>, address) => {
    const before = readdirSync(folder, { recursive: true });
    expect((await post(headers, address)).statusCode).toBe(403);
    expect(readdirSync(folder, { recursive: true })).toEqual(before);
  });

  test('is removed if it could not be completed', async () => {
    takeSnapshot = async (target) => {
      await mkdir(target);
      throw new Error('no space left');
    };
    const before = readdirSync(snapshots);
    expect((await post()).statusCode).toBe(500);
    expect(readdirSync(snapshots)).toEqual(before);
  });

  test('is removed a day later if its backup has not done so', async () => {
    const abandoned = path.join(snapshots, 'abandoned');
    await mkdir(abandoned);
    const dayBeforeYesterday = new Date(Date.now() - 48 * 3_600_000);
    await utimes(abandoned, dayBeforeYesterday, dayBeforeYesterday);
    await post();
    expect(existsSync(abandoned)).toBe(false);
  });
});
