import { atom, type ReadableAtom, type WritableAtom } from 'nanostores';
import type { AddressCodec } from '#lib/address-codec.ts';
import type { Address } from './address.ts';
import { followRenewal, type PageClock } from './renewal.ts';

/** A part of a screen's state that the address holds. Query strings come without `?`. */
export type AddressPart = {
  /** Sets the part to what a query string says. */
  restore(query: string): void;
  /** The part as query parameters; empty for its initial state. */
  serialize(): string;
  /** Calls back on every change. @returns how to stop */
  listen(onChange: (isStep: boolean) => void): () => void;
};

type PartSettings<V> = {
  read: (query: string) => V;
  write: (value: V) => string;
  /** Whether Back should undo the change; false by default. */
  isStep?: (value: V, before: V) => boolean;
};

/** Holds a store in the address. */
export function addressPart<V>(
  $store: WritableAtom<V>,
  { read, write, isStep = () => false }: PartSettings<V>,
): AddressPart {
  return {
    restore: (query) => $store.set(read(query)),
    serialize: () => write($store.get()),
    listen: (onChange) => $store.listen((value, before = value) => onChange(isStep(value, before))),
  };
}

/** Holds a store in the address by a codec. */
export function codecPart<V>(
  $store: WritableAtom<V>,
  { read, write }: AddressCodec<V>,
  isStep?: () => boolean,
): AddressPart {
  return addressPart($store, { read: (query) => read(query).value, write, ...(isStep && { isStep }) });
}

type Loader = {
  load(): unknown;
  cancel(): void;
};

export type ScreenSettings = {
  /** Without one, nothing is restored and nothing is written. */
  address?: Address;
  /** In the order in which the address lists them. */
  parts?: readonly AddressPart[];
  /** Loaded at the start. */
  queries?: readonly Loader[];
  /** Loaded on Submit. */
  submitted?: readonly Pick<Loader, 'cancel'>[];
  /** Whether the lists that the address refers to are loaded; true by default. Nothing is written before. */
  $ready?: ReadableAtom<boolean>;
  /** Called after the parts were restored, as soon as the screen is ready: loads what a link has submitted. */
  onRestored?: (query: string) => void;
  /** Loads again what has changed meanwhile, while the screen stays open: every 15 minutes and at midnight. */
  renew?: () => void;
  clock?: PageClock;
  /** Starts what else runs with the screen. @returns how to stop each */
  onStart?: () => readonly (() => void)[];
};

export type Screen = {
  /** Loads the lists, and follows the state and the address. @returns how to end all of it */
  start(): () => void;
  /** Writes the state as a step of the history, for Back to return from. */
  pushAddress(): void;
  /** Restores another query string, as a step of the history. */
  goTo(query: string): void;
};

const $always = atom(true);

/** The life of a screen: address in, lists loaded, address out, end. The parts are restored at once. */
export function createScreen(settings: ScreenSettings): Screen {
  const { address, parts = [], queries = [], submitted = [], $ready = $always } = settings;
  const { onRestored = () => {}, onStart = () => [], renew, clock } = settings;
  let isRestoring = false;
  let stopWaiting = () => {};

  const serialize = () =>
    parts
      .map((part) => part.serialize())
      .filter((text) => text !== '')
      .join('&');

  /** A change that follows from the address is no step of the history. */
  function restoring(work: () => void): void {
    isRestoring = true;
    work();
    isRestoring = false;
  }

  function restoreParts(query: string): void {
    restoring(() => {
      for (const part of parts) part.restore(query);
    });
  }

  function finishRestoring(query: string): void {
    stopWaiting();
    stopWaiting = whenTrue($ready, () => restoring(() => onRestored(query)));
  }

  function writeAddress(isStep: boolean): void {
    if ($ready.get()) address?.[isStep && !isRestoring ? 'push' : 'write'](serialize());
  }

  if (address) restoreParts(address.read());

  return {
    start() {
      const disposers = [
        // A computed store that nobody listens to is computed again on every read.
        $ready.listen(() => {}),
        ...parts.map((part) => part.listen(writeAddress)),
        ...(address
          ? [
              address.listen((query) => {
                restoreParts(query);
                finishRestoring(query);
              }),
            ]
          : []),
        ...onStart(),
        ...(renew ? [followRenewal(renew, clock)] : []),
      ];
      finishRestoring(address?.read() ?? '');
      for (const query of queries) void query.load();
      return () => {
        for (const dispose of disposers) dispose();
        stopWaiting();
        for (const query of [...queries, ...submitted]) query.cancel();
        address?.flush();
      };
    },
    pushAddress: () => address?.push(serialize()),
    goTo(query) {
      address?.push(query);
      restoreParts(query);
      finishRestoring(query);
    },
  };
}

function whenTrue($store: ReadableAtom<boolean>, callback: () => void): () => void {
  if ($store.get()) {
    callback();
    return () => {};
  }
  const stop = $store.listen((value) => {
    if (!value) return;
    stop();
    callback();
  });
  return stop;
}
