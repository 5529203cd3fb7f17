import { Component, type ReactNode } from 'react';
import { brokenText } from '../html/guard-render.ts';
import { Button } from './Button.tsx';
import { Notice } from './Loading.tsx';

type State = { readonly isBroken: boolean };

/** Shows that a screen, or a part of it, has stopped working, in place of what it had drawn; React leaves it empty. */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }, State> {
  override state: State = { isBroken: false };

  static getDerivedStateFromError(): State {
    return { isBroken: true };
  }

  /** The shell reports it like an error outside React. */
  override componentDidCatch(error: unknown): void {
    reportError(error);
  }

  override render(): ReactNode {
    if (!this.state.isBroken) return this.props.children;
    return (
      <Notice severity="error" action={<Button onClick={() => location.reload()}>Reload</Button>}>
        {brokenText}
      </Notice>
    );
  }
}
