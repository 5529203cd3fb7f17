import { Agent, request } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { Latencies } from './latencies.ts';
import type { LoadedPortal } from './portal.ts';

/** What people ask for: the addresses of each screen, chosen at random. */
export type Mix = {
  readonly map: readonly string[];
  readonly lists: readonly string[];
  series(random: () => number): string[];
  comparisons(random: () => number): string[];
  readonly snow: readonly string[];
  readonly pages: readonly string[];
  readonly assets: readonly string[];
};

type Visitor = { get(group: string, address: string): Promise<void> };

/** What a click on each screen asks for; all are equally frequent. */
const clicks: readonly ((visitor: Visitor, mix: Mix, random: () => number) => Promise<unknown>)[] = [
  async (visitor, { map, assets }) => {
    await visitor.get('page', '/watershed-overview/map-of-sites');
    await Promise.all(assets.slice(0, 6).map((asset) => visitor.get('page asset', asset)));
    await Promise.all(map.map((address) => visitor.get('api map', address)));
  },
  (visitor, { lists }) => Promise.all(lists.map((address) => visitor.get('api lists', address))),
  (visitor, mix, random) =>
    Promise.all(mix.series(random).map((address) => visitor.get('api series', address))),
  (visitor, mix, random) =>
    Promise.all(mix.comparisons(random).map((address) => visitor.get('api comparison', address))),
  (visitor, { snow }) => Promise.all(snow.map((address) => visitor.get('api snow', address))),
  (visitor, { pages }, random) => visitor.get('page', pick(pages, random)),
];

/** Numbers from 0 to 1 by a linear congruential generator (Numerical Recipes): the same seed gives the same ones. */
function createRandom(seed: number): () => number {
  let state = seed;
  const next = () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
  // The first numbers of neighboring seeds are nearly the same.
  next();
  return next;
}

export function pick<T>(list: readonly T[], random: () => number): T {
  const item = list[Math.floor(random() * list.length)];
  if (item === undefined) throw new Error('There is nothing to choose from.');
  return item;
}

/** Lets people click for some seconds, 1 to 3 s between the answer to a click and the next one. */
export async function runPeople(
  portal: LoadedPortal,
  mix: Mix,
  { people, seconds, latencies }: { people: number; seconds: number; latencies: Latencies },
): Promise<void> {
  const end = performance.now() + seconds * 1000;
  await Promise.all(
    Array.from({ length: people }, async (_, at) => {
      const random = createRandom(at + 1);
      const visitor = createVisitor(portal, portal.tokens[at % portal.tokens.length] ?? '', latencies);
      // Nobody arrives at the same moment.
      await setTimeout(random() * 3000);
      while (performance.now() < end) {
        await pick(clicks, random)(visitor, mix, random);
        await setTimeout(1000 + random() * 2000);
      }
      visitor.leave();
    }),
  );
}

/** Sends what so many clicks of one kind ask for, four at a time. */
export async function sendClicks(
  portal: LoadedPortal,
  addressesOf: (random: () => number) => string[],
  count: number,
): Promise<Latencies> {
  const latencies = new Latencies();
  const random = createRandom(7);
  let sent = 0;
  await Promise.all(
    portal.tokens.slice(0, 4).map(async (token) => {
      const visitor = createVisitor(portal, token, latencies);
      while (sent < count) {
        sent += 1;
        for (const address of addressesOf(random)) await visitor.get('api', address);
      }
      visitor.leave();
    }),
  );
  return latencies;
}

/** Sends so many requests of all kinds, two at a time for each person. */
export async function sendRequests(portal: LoadedPortal, mix: Mix, count: number): Promise<void> {
  const latencies = new Latencies();
  const addresses = [...mix.map, ...mix.lists, ...mix.snow, ...mix.pages];
  let sent = 0;
  await Promise.all(
    portal.tokens.concat(portal.tokens).map(async (token) => {
      const visitor = createVisitor(portal, token, latencies);
      while (sent < count) {
        sent += 1;
        await visitor.get('more', addresses[sent % addresses.length] ?? '/');
      }
      visitor.leave();
    }),
  );
}

/** A browser: up to six connections, and a cache that asks whether what it has is still right. */
function createVisitor({ port }: LoadedPortal, token: string, latencies: Latencies) {
  const agent = new Agent({ keepAlive: true, maxSockets: 6 });
  const tags = new Map<string, string>();
  return {
    leave: () => agent.destroy(),
    get: async (group: string, address: string): Promise<void> => {
      // A browser does not ask again for a script whose name has its hash.
      if (group === 'page asset' && tags.has(address)) return;
      const began = performance.now();
      const { promise, resolve } = Promise.withResolvers<void>();
      const tag = tags.get(address);
      const sent = request(
        {
          agent,
          port,
          path: address,
          headers: {
            host: 'localhost:4321',
            // As browsers do.
            'accept-encoding': 'gzip, deflate, br, zstd',
            ...(address.startsWith('/api/') && { authorization: `Bearer ${token}` }),
            ...(tag && { 'if-none-match': tag }),
          },
        },
        (answer) => {
          answer.resume();
          answer.on('end', () => {
            latencies.add(group, performance.now() - began);
            if (answer.statusCode !== 200 && answer.statusCode !== 304) {
              latencies.addFailure(`${group}: ${answer.statusCode}`);
            }
            if (answer.headers.etag) tags.set(address, answer.headers.etag);
            resolve();
          });
          answer.on('error', () => {
            latencies.addFailure(`${group}: broken`);
            resolve();
          });
        },
      );
      sent.setTimeout(30_000, () => sent.destroy(new Error('timeout')));
      sent.on('error', (error) => {
        latencies.addFailure(`${group}: ${error.message}`);
        resolve();
      });
      sent.end();
      await promise;
    },
  };
}
