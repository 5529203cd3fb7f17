/** What a key does in a cell. Undefined: the browser's own behavior. */
export type KeyAction =
  | { readonly do: 'move'; readonly rows: number; readonly columns: number; readonly extend: boolean }
  | { readonly do: 'jump'; readonly to: 'row-start' | 'row-end' | 'grid-start' | 'grid-end' }
  | { readonly do: 'edit' | 'revert' | 'clear' | 'select-all' | 'undo' };

type Key = {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
};

type CellMode = {
  /** The caret moves within the text, after F2 or a second click. */
  readonly isEditing: boolean;
  /** More than one cell is selected. */
  readonly isRange: boolean;
};

const arrows: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** Finds what a key does in a cell, as in a spreadsheet. */
export function findKeyAction(event: Key, { isEditing, isRange }: CellMode): KeyAction | undefined {
  const { key, shiftKey, altKey } = event;
  const isCommand = event.ctrlKey || event.metaKey;
  if (key === 'Escape') return { do: 'revert' };
  if (key === 'F2') return { do: 'edit' };
  if (key === 'Enter' && !altKey && !isCommand) {
    return { do: 'move', rows: shiftKey ? -1 : 1, columns: 0, extend: false };
  }
  if (isCommand && !shiftKey && key.toLowerCase() === 'z') return { do: 'undo' };
  if (isEditing) return undefined;
  if (isCommand && key.toLowerCase() === 'a') return { do: 'select-all' };
  const arrow = arrows[key];
  if (arrow && !isCommand && !altKey) {
    return { do: 'move', rows: arrow[0], columns: arrow[1], extend: shiftKey };
  }
  if (key === 'Home' || key === 'End') {
    const edge = key === 'Home' ? 'start' : 'end';
    return { do: 'jump', to: isCommand ? `grid-${edge}` : `row-${edge}` };
  }
  if ((key === 'Delete' || key === 'Backspace') && isRange) return { do: 'clear' };
  return undefined;
}
