import { atom, computed } from 'nanostores';
import type { Shape } from '#kits/map/index.ts';
import type { SafeStorage } from '#lib/storage.ts';

type MeasurementSettings = {
  storage: SafeStorage;
  notify: (message: string) => void;
};

/**
 * Creates the state of the drawings and of their panel, and keeps them in the address as `draw=`, or in the session if
 * they are too long for it. The text is that of drawings-text.ts, which is loaded with the tools.
 */
export function createMeasurements({ storage, notify }: MeasurementSettings) {
  const $shapes = atom<readonly Shape[]>([]);
  const $hidden = atom(false);
  /** The drawings as text. */
  const $text = atom('');
  /** The drawings of the link, until they are on the map. */
  const $unread = atom('');
  let isRestored = false;

  /** Once, because Back must not take drawings away that were made since. */
  function restore(query: string): void {
    if (isRestored) return;
    isRestored = true;
    const value = new URLSearchParams(query).get('draw') ?? '';
    const text = value === inSession ? storage.getItem(storageKey) : value;
    if (text === null) notify('The drawings of this link are in another browser tab.');
    $unread.set(text ?? '');
    $text.set(text ?? '');
  }

  function serialize(): string {
    const text = $text.get();
    if (text === '') return '';
    const isLong = isTooLongForAddress(text);
    if (isLong && storage.getItem(storageKey) !== text) {
      storage.setItem(storageKey, text, 'the drawings last until you leave this page');
    }
    // A comma needs no escape in a query.
    return new URLSearchParams({ draw: isLong ? inSession : text }).toString().replaceAll('%2C', ',');
  }

  return {
    $shapes,
    $unread,
    $isTooLong: computed($text, isTooLongForAddress),
    $panel: computed([$shapes, $hidden], (shapes, hidden) =>
      shapes.length === 0 ? ('none' as const) : hidden ? ('hidden' as const) : ('shown' as const),
    ),
    addressPart: {
      restore,
      serialize,
      listen: (onChange: (isStep: boolean) => void) => $text.listen(() => onChange(false)),
    },
    /** `text` has all drawings of the map. */
    setShapes(shapes: readonly Shape[], text: string): void {
      if (shapes.length > $shapes.get().length) $hidden.set(false);
      $shapes.set(shapes);
      $text.set(text);
    },
    /** Reports how many drawings of the link could not be read. */
    finishRestoring(failures: number): void {
      $unread.set('');
      if (failures === 1) notify('1 drawing of this link could not be read.');
      else if (failures > 1) notify(`${failures} drawings of this link could not be read.`);
    },
    hide: () => $hidden.set(true),
    show: () => $hidden.set(false),
  };
}

const inSession = 'session';
const storageKey = 'map-drawings';
/** Characters; some of them take three in the address. */
const maxAddressedText = 600;

function isTooLongForAddress(text: string): boolean {
  return text.length > maxAddressedText;
}
