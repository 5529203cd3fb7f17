/** Makes a value when it is first asked for. Each format of `Intl` takes a phone tens of milliseconds. */
export function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
