import { type CollectionEntry, getCollection } from 'astro:content';

/** The version that the badge shows if there is no changelog. */
const defaultVersion = '1.0.0';

/** Reads the versions of the changelog, newest first. */
export async function readVersions(): Promise<readonly CollectionEntry<'changelog'>[]> {
  const all = await getCollection('changelog');
  return all.sort((one, other) => compareVersions(other.data.version, one.data.version));
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
