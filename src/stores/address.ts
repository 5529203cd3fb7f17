export type AddressSettings = {
  /** Milliseconds after the last change before the address is written. */
  delay?: number;
  window?: Pick<Window, 'location' | 'history' | 'addEventListener' | 'removeEventListener'>;
};

export type Address = {
  /** The query string as it stands, without `?`. */
  read(): string;
  /** Replaces the query string soon; the last of several calls wins. */
  write(query: string): void;
  /** Writes at once what is waiting. */
  flush(): void;
  /** Calls back when Back or Forward changed the address. @returns how to stop */
  listen(changed: (query: string) => void): () => void;
};

/** The page's address as the place where a screen keeps its state. */
export function createAddress({ delay = 250, window: page = window }: AddressSettings = {}): Address {
  let waiting: { query: string; timer: ReturnType<typeof setTimeout> } | undefined;

  function flush(): void {
    if (!waiting) return;
    clearTimeout(waiting.timer);
    const { query } = waiting;
    waiting = undefined;
    const { pathname, hash, search } = page.location;
    const wanted = query === '' ? '' : `?${query}`;
    if (search === wanted) return;
    try {
      page.history.replaceState(page.history.state, '', `${pathname}${wanted}${hash}`);
    } catch {
      // Browsers refuse too many changes in a short time; the next one is written again.
    }
  }

  return {
    read: () => page.location.search.replace(/^\?/, ''),
    write(query) {
      if (waiting) clearTimeout(waiting.timer);
      waiting = { query, timer: setTimeout(flush, delay) };
    },
    flush,
    listen(changed) {
      const handle = () => changed(page.location.search.replace(/^\?/, ''));
      page.addEventListener('popstate', handle);
      page.addEventListener('pagehide', flush);
      return () => {
        page.removeEventListener('popstate', handle);
        page.removeEventListener('pagehide', flush);
      };
    },
  };
}
