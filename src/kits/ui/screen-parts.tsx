import {
  type ComponentType,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react';
import { reportMissingPart } from '#lib/page/missing-part.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { Notice } from './Loading.tsx';
import { useAwaitedSheet } from './print/printing.ts';

/** A part of a screen whose script is loaded when it is first shown, or before that by `preload`. */
type LazyPart<P extends object> = ComponentType<P> & { preload(): void };

/**
 * Defines a part of a screen that is loaded by need; `fallback` stands in its place meanwhile. A part whose script
 * cannot be loaded says so in its place; an error would end the whole screen, with everything that was entered.
 *
 * Not React's `lazy`, because React shows a part at the earliest 0.3 s after its fallback, however soon it is loaded.
 *
 *     const MapPanel = lazyPart(() => import('./MapPanel.tsx').then((module) => module.MapPanel));
 */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  fallback: ReactNode | ((props: P) => ReactNode) = null,
): LazyPart<P> {
  let loaded: ComponentType<P> | undefined;
  let loading: Promise<ComponentType<P>> | undefined;
  const start = () => {
    loading ??= load()
      .catch((error) => {
        console.warn('A part of the page could not be loaded.', error);
        reportMissingPart();
        return MissingPart;
      })
      .then((part) => {
        loaded = part;
        return part;
      });
    return loading;
  };
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each part, at the top of a module
  function Part(props: P) {
    const [Shown, setShown] = useState(() => loaded);
    // It may have sheets.
    useAwaitedSheet(!Shown);
    useEffect(() => {
      if (Shown) return;
      let isCurrent = true;
      void start().then((part) => isCurrent && setShown(() => part));
      return () => {
        isCurrent = false;
      };
    }, [Shown]);
    if (Shown) {
      return (
        <ErrorBoundary>
          <Shown {...props} />
        </ErrorBoundary>
      );
    }
    return typeof fallback === 'function' ? fallback(props) : fallback;
  }
  return Object.assign(Part, { preload: () => void start() });
}

function MissingPart() {
  return <Notice severity="error">This part of the page could not be loaded.</Notice>;
}

/** Creates a screen once, starts it when the component mounts and ends it when the component unmounts. */
export function useScreen<S extends { start(): () => void }>(create: () => S): S {
  const [screen] = useState(create);
  useEffect(() => screen.start(), [screen]);
  return screen;
}

/** Whether a media query matches; renders again when that changes. */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const list = matchMedia(query);
      list.addEventListener('change', onChange);
      return () => list.removeEventListener('change', onChange);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}

/** While the browser window is being resized, what is drawn to fit waits. */
const debounceMs = 100;

type Size = { readonly width: number; readonly height: number };

/** The inner size of an element in whole pixels; 0 before the first render. */
export function useSize(target: RefObject<HTMLElement | null>): Size {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  useEffect(() => {
    const element = target.current;
    if (!element) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const measure = () => {
      const [width, height] = [Math.floor(element.clientWidth), Math.floor(element.clientHeight)];
      setSize((before) => (before.width === width && before.height === height ? before : { width, height }));
    };
    measure();
    const observer = new ResizeObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(measure, debounceMs);
    });
    observer.observe(element);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [target]);
  return size;
}

/** The inner width of an element in whole pixels; 0 before the first render. */
export const useWidth = (target: RefObject<HTMLElement | null>): number => useSize(target).width;
