import { atom } from 'nanostores';
import { toRequestFailed } from '#contract/request.ts';
import { request } from '#stores/api.ts';
import { createScreen } from '#stores/create-screen.ts';
import { createListChanges, createQuery } from '#stores/queries.ts';
import {
  type FilePreview,
  listMappings,
  maxOwnFileBytes,
  type OwnFile,
  type OwnFileState,
  previewOwnFile,
  readOwnFile,
  saveMapping,
  storeOwnFile,
  uploadOwnFile,
} from '../contract.ts';
import type { Mapping } from '../rules/mapping.ts';
import type { MappingPart } from './mapping-fields.ts';
import { ownSites } from './own-sites.ts';

const uploadTimeoutMs = 600_000;
const pollMs = 1000;

type Asked = { readonly id: string; readonly mapping: Mapping };

/** What the door is doing, and why that failed. */
type Work = { readonly pending?: 'upload' | 'store'; readonly fault?: string };

/** A file of own records on its way: uploaded, understood as the mapping says, and stored only then. */
export function createFileDoor({ onStored }: { readonly onStored: () => void }) {
  const mappings = createQuery({ fetch: (signal) => request(listMappings, {}, { signal }) });
  const { $isChanging, change } = createListChanges(mappings);
  const $file = atom<OwnFile | undefined>(undefined);
  const $mapping = atom<Mapping>({});
  const $work = atom<Work>({});
  const $stored = atom<OwnFileState | undefined>(undefined);
  /** What was understood last: it stays in view while the next answer is on its way. */
  const $preview = atom<FilePreview | undefined>(undefined);
  const reading = createQuery<FilePreview, Asked>({
    onSubmit: true,
    fetch: async (signal, { id, mapping }) => {
      const found = await request(previewOwnFile, { params: { id }, body: { mapping } }, { signal });
      if (!signal.aborted) $preview.set(found);
      return found;
    },
  });
  let isLeft = false;

  function setMapping(mapping: Mapping): void {
    $mapping.set(mapping);
    $stored.set(undefined);
    const file = $file.get();
    if (file) reading.submit({ id: file.id, mapping });
  }

  async function run(pending: NonNullable<Work['pending']>, work: () => Promise<void>): Promise<void> {
    if ($work.get().pending) return;
    $work.set({ pending });
    try {
      await work();
      $work.set({});
    } catch (cause) {
      $work.set({ fault: toRequestFailed(cause).message });
    }
  }

  /** Follows the import until it ends, or the page is left. */
  async function follow(id: string): Promise<void> {
    for (;;) {
      const state = await request(readOwnFile, { params: { id } });
      $stored.set(state);
      if (state.status !== 'running' || isLeft) return;
      await new Promise((resolve) => setTimeout(resolve, pollMs));
    }
  }

  const { start } = createScreen({
    queries: [ownSites, mappings],
    submitted: [reading],
    onStart: () => {
      isLeft = false;
      return [
        () => {
          isLeft = true;
        },
      ];
    },
  });

  return {
    mappings,
    reading,
    $preview,
    $isChanging,
    $file,
    $mapping,
    $work,
    $stored,
    start,
    choose: (file: File, named: Mapping | undefined) =>
      file.size > maxOwnFileBytes
        ? $work.set({ fault: `${file.name} is larger than ${maxOwnFileBytes / 1e6} MB.` })
        : run('upload', async () => {
            reading.clear();
            $preview.set(undefined);
            $file.set(undefined);
            const options = { file, timeout: uploadTimeoutMs };
            const uploaded = await request(uploadOwnFile, { query: { name: file.name } }, options);
            $file.set(uploaded);
            setMapping({ ...uploaded.suggested, ...named });
          }),
    setMapping,
    edit(part: MappingPart): void {
      const entries = Object.entries({ ...$mapping.get(), ...part }).filter(
        ([, value]) => value !== undefined,
      );
      setMapping(Object.fromEntries(entries));
    },
    store: (acceptsMagnitude: boolean) =>
      run('store', async () => {
        const id = $file.get()?.id;
        if (id === undefined) return;
        const body = { mapping: $mapping.get(), ...(acceptsMagnitude && { accept_magnitude: true }) };
        $stored.set(await request(storeOwnFile, { params: { id }, body }));
        await follow(id);
        onStored();
      }),
    /** Saves a mapping under a name; null deletes it. */
    saveMapping: (name: string, mapping: Mapping | null) =>
      change(
        () => request(saveMapping, { body: { name, mapping } }),
        `The mapping “${name}” was ${mapping ? 'saved' : 'deleted'}.`,
      ),
  };
}

export type FileDoor = ReturnType<typeof createFileDoor>;
