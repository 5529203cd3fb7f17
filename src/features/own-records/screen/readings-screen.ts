import { atom } from 'nanostores';
import { shrinkPhoto, toJpeg } from '#lib/page/photo.ts';
import { describeStorageFault, safeLocalStorage } from '#lib/page/storage.ts';
import { showToast } from '#lib/page/toasts.ts';
import { request } from '#stores/api.ts';
import { createScreen } from '#stores/create-screen.ts';
import { createOutbox } from '#stores/outbox.ts';
import { createQuery } from '#stores/queries.ts';
import { createUnsaved } from '../../records/index.ts';
import { addReading, type OwnSite, readOwnRecord, uploadPhoto } from '../contract.ts';
import {
  checkReading,
  editReading,
  emptyReading,
  type ReadingFaults,
  type TypedReading,
  toTypedReading,
  type WaitingReading,
} from './typed-reading.ts';

type Settings = { readonly loc_ndx: number; readonly subject: string; readonly onChange: () => void };

const photoTimeoutMs = 110_000;

/** The readings of a site, the form for a new one, and those on their way. What is typed stays in the browser. */
export function createReadings({ loc_ndx, subject, onChange }: Settings) {
  const params = { loc_ndx: String(loc_ndx) };
  const record = createQuery({ fetch: (signal) => request(readOwnRecord, { params }, { signal }) });
  const unsaved = createUnsaved({ subject, model: 'own-reading', id: String(loc_ndx) });
  const stored = unsaved.read()?.values as TypedReading | undefined;
  const $typed = atom(stored ?? emptyReading());
  const $faults = atom<ReadingFaults>({});
  /** The ids of photos that arrived before their reading did. */
  const photoIds = new Map<string, string>();

  const waiting = createOutbox<WaitingReading>({
    key: `own-readings:${subject}:${loc_ndx}`,
    storage: safeLocalStorage,
    send: async ({ id, body, label, photo }) => {
      if (photo !== undefined && !photoIds.has(id)) {
        const query = { name: 'Reading.jpg' };
        const options = { file: toJpeg(photo), timeout: photoTimeoutMs };
        photoIds.set(id, (await request(uploadPhoto, { params, query }, options)).id);
      }
      const photoId = photoIds.get(id);
      await request(addReading, {
        params,
        body: { client_id: id, ...body, ...(photoId && { photo: photoId }) },
      });
      showToast(`Saved: ${label}.`, 'success');
      renew();
    },
  });

  function renew(): void {
    void record.retry();
    onChange();
  }

  function setTyped(typed: TypedReading): void {
    $typed.set(typed);
    $faults.set({});
    if (typed.value === '' && typed.note === '' && !typed.photo) {
      unsaved.clear();
      return;
    }
    const fault = unsaved.write(typed, undefined);
    if (fault)
      $faults.set({ photo: describeStorageFault(fault, 'what you type is lost if you leave this page') });
  }

  const { start } = createScreen({ queries: [record], onStart: () => [waiting.follow()] });

  return {
    loc_ndx,
    record,
    waiting,
    $typed,
    $faults,
    start,
    renew,
    edit: (part: Partial<TypedReading>) => setTyped(editReading($typed.get(), part)),
    /** Puts the typed reading among those that wait, and sends them. @returns whether it was in order */
    save(site: OwnSite): boolean {
      const typed = $typed.get();
      const checked = checkReading(site, typed);
      if ('faults' in checked) {
        $faults.set(checked.faults);
        return false;
      }
      setTyped({ ...emptyReading(), parameter: typed.parameter, unit: typed.unit });
      void waiting.add(checked.reading);
      return true;
    },
    /** Puts a refused reading back into the form. */
    change(reading: WaitingReading): void {
      waiting.remove(reading.id);
      setTyped(toTypedReading(reading));
    },
    async addPhoto(file: Blob): Promise<void> {
      try {
        const photo = await shrinkPhoto(file);
        setTyped({ ...$typed.get(), photo });
      } catch {
        $faults.set({ photo: 'The browser cannot read this file as a photo. Choose a JPEG or PNG.' });
      }
    },
  };
}

export type Readings = ReturnType<typeof createReadings>;
