export type AddressSettings = {
  /** Milliseconds from the last change until the address is written. */
  delay?: number;
  window?: Pick<Window, 'location' | 'history' | 'addEventListener' | 'removeEventListener'>;
};

export type Address = {
  /** The current query string, without `?`. */
  read(): string;
  /** Replaces the query string after a delay. The last of several calls wins. */
  write(query: string): void;
  /** Adds an entry to the history at once, in place of a pending write. */
  push(query: string): void;
  /** Performs a pending write at once. */
  flush(): void;
  /** Calls back when Back or Forward changed the address. @returns how to stop */
  listen(onChange: (query: string) => void): () => void;
};

/** Reads and writes the query string of the page. */
export function createAddress({ delay = 250, window: page = window }: AddressSettings = {}): Address {
  let pending: { query: string; timer: ReturnType<typeof setTimeout> } | undefined;

  function cancelPending(): void {
    clearTimeout(pending?.timer);
    pending = undefined;
  }

  function updateHistory(method: 'pushState' | 'replaceState', query: string): void {
    const { pathname, hash, search } = page.location;
    const nextSearch = query === '' ? '' : `?${query}`;
    if (search === nextSearch) return;
    try {
      page.history[method](page.history.state, '', `${pathname}${nextSearch}${hash}`);
    } catch {
      // Browsers refuse too many changes in a short time. The next change writes the state again.
    }
  }

  function flush(): void {
    if (!pending) return;
    const { query } = pending;
    cancelPending();
    updateHistory('replaceState', query);
  }

  return {
    read: () => page.location.search.replace(/^\?/, ''),
    write(query) {
      cancelPending();
      pending = { query, timer: setTimeout(flush, delay) };
    },
    push(query) {
      cancelPending();
      updateHistory('pushState', query);
    },
    flush,
    listen(onChange) {
      const handle = () => {
        cancelPending();
        onChange(page.location.search.replace(/^\?/, ''));
      };
      page.addEventListener('popstate', handle);
      page.addEventListener('pagehide', flush);
      return () => {
        page.removeEventListener('popstate', handle);
        page.removeEventListener('pagehide', flush);
      };
    },
  };
}

/** The address of a part of a page, which does not change with what is done in it. */
export function fixedAddress(query: string): Address {
  return { read: () => query, write() {}, push() {}, flush() {}, listen: () => () => {} };
}
