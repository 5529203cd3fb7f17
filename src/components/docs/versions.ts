import { type CollectionEntry, getCollection } from 'astro:content';

type Entry = CollectionEntry<'changelog'>;
type Data = Entry['data'];
export type Version = Entry & { data: Extract<Data, { version: string }> };
export type UnreleasedChange = Entry & { data: Extract<Data, { audience: string }> };

/** The version that the badge shows if there is no changelog. */
const defaultVersion = '1.0.0';

/** Reads the versions of the changelog, newest first. */
export async function readVersions(): Promise<readonly Version[]> {
  const all = await getCollection('changelog', (entry): entry is Version => 'version' in entry.data);
  return all.sort((one, other) => compareVersions(other.data.version, one.data.version));
}

/** Reads the changes that no version has yet: those that users notice first. */
export async function readChanges(): Promise<readonly UnreleasedChange[]> {
  const all = await getCollection(
    'changelog',
    (entry): entry is UnreleasedChange => 'audience' in entry.data,
  );
  const order = ['users', 'operators', 'programs'];
  return all.sort(
    (one, other) =>
      order.indexOf(one.data.audience) - order.indexOf(other.data.audience) || (one.id < other.id ? -1 : 1),
  );
}

/** Reads the newest version of the changelog. */
export async function latestVersion(): Promise<string> {
  const [newest] = await readVersions();
  return newest?.data.version ?? defaultVersion;
}

function compareVersions(one: string, other: string): number {
  const parts = (version: string) => version.split('.').map(Number);
  const [a, b] = [parts(one), parts(other)];
  return a.map((part, at) => part - (b[at] ?? 0)).find((difference) => difference !== 0) ?? 0;
}
