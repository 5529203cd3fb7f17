/** As much of a browser's storage as the code uses. Its own keys are those of the stored values. */
export function createFakeStorage(
  entries: Readonly<Record<string, string>> = {},
  maxLength = Infinity,
): Storage {
  const items: Record<string, string> = { ...entries };
  const methods = {
    getItem: (name: string) => items[name] ?? null,
    key: (index: number) => Object.keys(items)[index] ?? null,
    setItem(name: string, value: string) {
      if (value.length > maxLength) throw new DOMException('full', 'QuotaExceededError');
      items[name] = value;
    },
    removeItem(name: string) {
      delete items[name];
    },
    clear() {
      for (const name of Object.keys(items)) delete items[name];
    },
  };
  return new Proxy(methods as unknown as Storage, {
    get: (target, name) => (name === 'length' ? Object.keys(items).length : Reflect.get(target, name)),
    ownKeys: () => Object.keys(items),
    getOwnPropertyDescriptor: (_, name) => ({
      value: items[String(name)],
      configurable: true,
      enumerable: true,
      writable: true,
    }),
  });
}

/** A storage that has room for values of so many characters. */
export function fullStorage(maxLength = 0, entries: Readonly<Record<string, string>> = {}): Storage {
  return createFakeStorage(entries, maxLength);
}

/** What a browser does that allows the site no storage. */
export function blockedStorage(): never {
  throw new DOMException('Access is denied for this document.', 'SecurityError');
}
