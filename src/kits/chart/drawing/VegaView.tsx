import { useEffect, useRef } from 'react';
import type { Spec, View } from 'vega';
import { toErrorMessage } from '#lib/errors.ts';
import { createView } from './create-view.ts';

type VegaViewProps = {
  /** A new object creates a new view. */
  spec: Spec;
  onDrawn: (view: View) => void;
  onError: (message: string) => void;
};

/** The canvas of a Vega view. */
export function VegaView(props: VegaViewProps) {
  const { spec } = props;
  const host = useRef<HTMLDivElement>(null);
  const latest = useRef(props);
  latest.current = props;
  useEffect(() => {
    const container = host.current;
    if (!container) return;
    let isCurrent = true;
    let view: View | undefined;
    async function draw(target: HTMLElement): Promise<void> {
      try {
        view = createView(spec, { renderer: 'canvas', container: target });
        await view.runAsync();
        if (isCurrent) latest.current.onDrawn(view);
      } catch (cause) {
        if (isCurrent) latest.current.onError(toErrorMessage(cause));
      }
    }
    void draw(container);
    return () => {
      isCurrent = false;
      view?.finalize();
    };
  }, [spec]);
  return <div ref={host} aria-hidden="true" />;
}
