import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ContentRecord } from '#contract/records/records.ts';
import { RequestFailed } from '#contract/request.ts';
import { maxVersions } from '#domain/records/versions.ts';
import type { Verifier } from '#server/access/access-control.ts';
import { describeEngines } from '../support/engines.ts';
import { announcement, findModelCalls } from '../support/records.ts';
import { sharePortal } from '../support/shared-store.ts';

const { calls } = findModelCalls('announcements');
const editors = ['ann', 'ben'] as const;

const verifier: Verifier = {
  verify: async (token) => ({ subject: token, roles: new Set(['Administrator'] as const) }),
};

/** `isMain`: in the main row, which is the published version unless the record is a draft. */
type Saved = { title: string; isMain: boolean };

/** What the rules say a record is; `saved` is all that was ever saved, newest first. */
type Expected = {
  status: 1 | 2 | 3;
  enabled: boolean;
  saved: Saved[];
  /** What visitors see while it is neither a draft nor disabled. */
  published: string | undefined;
};

/** A record, what the rules say of it, and what each editor last read of it. */
type World = { id: string; expected: Expected; known: Map<string, string> };

type Step =
  | { kind: 'save'; editor: string; publish: boolean }
  | { kind: 'stale save'; editor: string; publish: boolean }
  | { kind: 'restore'; editor: string; back: number }
  | { kind: 'publish' | 'unpublish' | 'enable' | 'disable' | 'read'; editor: string };

const editor = fc.constantFrom(...editors);
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('save' as const), editor, publish: fc.boolean() }),
    fc.record({ kind: fc.constant('stale save' as const), editor, publish: fc.boolean() }),
    fc.record({ kind: fc.constant('restore' as const), editor, back: fc.nat(4) }),
    fc.record({
      kind: fc.constantFrom(
        'publish' as const,
        'unpublish' as const,
        'enable' as const,
        'disable' as const,
        'read' as const,
      ),
      editor,
    }),
  ),
  { minLength: 1, maxLength: 14 },
);

describeEngines('the rules of content records', (open) => {
  let titles = 0;

  const { store, portal } = sharePortal(open, {
    verifier,
    environment: { RATE_LIMIT_PER_MINUTE: '1000000' },
  });

  const newTitle = () => {
    titles += 1;
    return `Title ${titles}`;
  };
  const read = (id: string, token?: string) => portal.request(calls.read, { params: { id } }, { token });

  async function create(publish: boolean): Promise<World> {
    const title = newTitle();
    const body = { ...announcement(title), status_id: publish ? (2 as const) : (1 as const) };
    const { id } = await portal.request(calls.create, { body }, { token: 'ann' });
    const expected: Expected = {
      status: publish ? 2 : 1,
      enabled: true,
      saved: [{ title, isMain: true }],
      published: publish ? title : undefined,
    };
    return { id, expected, known: new Map() };
  }

  /** The rules of the specification, said once more. */
  function savedBy(expected: Expected, title: string, publish: boolean): Expected {
    if (!publish) {
      const status = expected.status === 1 ? 1 : 3;
      return { ...expected, status, saved: [{ title, isMain: false }, ...expected.saved] };
    }
    const [latest] = expected.saved;
    const shown = { ...expected, status: 2 as const, published: title };
    // A draft is published as it is.
    if (expected.status === 1 && latest?.isMain && latest.title === title) return shown;
    const older = expected.saved.map((each) => ({ ...each, isMain: false }));
    return { ...shown, saved: [{ title, isMain: true }, ...older] };
  }

  function publishedBy(expected: Expected): Expected {
    const { status, saved } = expected;
    return status === 2 ? expected : savedBy(expected, saved[0]?.title ?? '', true);
  }

  /** The titles of the versions: the five newest without repetitions, and the published one. */
  function versionsOf({ status, saved }: Expected): string[] {
    const distinct: Saved[] = [];
    for (const each of saved) if (each.isMain || each.title !== distinct.at(-1)?.title) distinct.push(each);
    const newest = distinct.slice(0, maxVersions);
    const published = status === 1 ? undefined : saved.find(({ isMain }) => isMain);
    const isOlder = published && !newest.includes(published);
    return [...newest, ...(isOlder ? [published] : [])].map(({ title }) => title);
  }

  async function save(world: World, by: string, title: string, publish: boolean, ifMatch?: string) {
    const body = { ...announcement(title), publish };
    const options = { token: by, ifMatch };
    const record = await portal.request(calls.save, { params: { id: world.id }, body }, options);
    world.known.set(by, record.updated_at);
    world.expected = savedBy(world.expected, title, publish);
  }

  async function applyStep(world: World, step: Step): Promise<void> {
    const { id } = world;
    switch (step.kind) {
      case 'read': {
        world.known.set(step.editor, (await read(id, step.editor)).updated_at);
        return;
      }
      case 'save':
        return save(world, step.editor, newTitle(), step.publish);
      case 'restore': {
        const { versions, updated_at } = await read(id, step.editor);
        const version = versions[Math.min(step.back, versions.length - 1)];
        return save(world, step.editor, String(version?.content.title), false, updated_at);
      }
      case 'stale save': {
        const known = world.known.get(step.editor);
        const { updated_at } = await read(id, step.editor);
        if (known === undefined || known === updated_at) {
          return save(world, step.editor, newTitle(), step.publish, updated_at);
        }
        await expect(save(world, step.editor, newTitle(), step.publish, known)).rejects.toMatchObject({
          status: 409,
        });
        return;
      }
      default: {
        await portal.request(calls[step.kind].post, { params: { id } }, { token: step.editor });
        const { expected } = world;
        world.expected = {
          publish: () => publishedBy(expected),
          unpublish: (): Expected => ({ ...expected, status: 1, published: undefined }),
          enable: () => ({ ...expected, enabled: true }),
          disable: () => ({ ...expected, enabled: false }),
        }[step.kind]();
      }
    }
  }

  async function expectInvariants({ id, expected }: World): Promise<void> {
    const record = await read(id, 'ann');
    const { status, enabled, saved, published } = expected;
    // The main id is stable, and the latest version is what editors read.
    expect(record).toMatchObject({
      id,
      parent_id: null,
      status_id: status,
      is_enabled: enabled,
      title: saved[0]?.title,
    });
    const versions = versionsOf(expected);
    expect(record.versions.map(({ content }) => content.title)).toEqual(versions);
    expect(record.total_versions).toBe(versions.length);
    // At most one is published, and it is what visitors get.
    const flagged = record.versions.filter(({ is_published }) => is_published);
    expect(flagged.map(({ content }) => content.title)).toEqual(status === 1 ? [] : [published]);
    expect(record.versions.filter(({ is_latest }) => is_latest)).toHaveLength(1);
    const seen = await visible(id);
    expect(seen?.title).toBe(status !== 1 && enabled ? published : undefined);
    const [rows] = await store.query<{ published: number }>(
      `select count(*)::int as published from announcement
       where (id = $1::text::uuid or parent_id = $1::text::uuid) and status_id <> 1`,
      [id],
    );
    expect(rows?.published).toBe(status === 1 ? 0 : 1);
  }

  async function visible(id: string): Promise<ContentRecord | undefined> {
    const listed = (await portal.request(calls.list, {}, {})).find((record) => record.id === id);
    const single = await read(id).catch((error: unknown) => {
      if (error instanceof RequestFailed && error.status === 404) return undefined;
      throw error;
    });
    expect(single).toEqual(listed);
    return listed;
  }

  test('hold after any steps of two editors', { timeout: 1_200_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.boolean(), steps, fc.boolean(), async (publish, taken, deleted) => {
        const world = await create(publish);
        await expectInvariants(world);
        for (const step of taken) {
          await applyStep(world, step);
          await expectInvariants(world);
        }
        if (deleted) {
          await portal.request(calls.remove, { params: { id: world.id } }, { token: 'ben' });
          await expect(read(world.id, 'ann')).rejects.toMatchObject({ status: 404 });
          expect(await visible(world.id)).toBeUndefined();
        }
      }),
      { numRuns: 40, seed: 7 },
    );
  });

  test('hold when both publish at once', async () => {
    for (let round = 0; round < 10; round += 1) {
      const world = await create(true);
      const { updated_at } = await read(world.id, 'ann');
      const sent = editors.map((by) =>
        portal.request(
          calls.save,
          { params: { id: world.id }, body: { ...announcement(`By ${by}`), publish: true } },
          { token: by, ifMatch: updated_at },
        ),
      );
      const outcomes = await Promise.allSettled(sent);
      const won = outcomes.flatMap((each) => (each.status === 'fulfilled' ? [String(each.value.title)] : []));
      // One of the two comes first; the other one gets a conflict, because it knew an older state.
      expect(won).toHaveLength(1);
      world.expected = savedBy(world.expected, won[0] ?? '', true);
      await expectInvariants(world);
    }
  });
});
