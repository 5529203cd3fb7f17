let keyboardLast = false;

function watch(): void {
  document.addEventListener(
    'keydown',
    ({ key }) => {
      if (key === 'Enter' || key === ' ' || key === 'Tab' || key.startsWith('Arrow')) keyboardLast = true;
    },
    true,
  );
  document.addEventListener(
    'pointerdown',
    () => {
      keyboardLast = false;
    },
    true,
  );
}

if (typeof document !== 'undefined') watch();

/** True when the visitor's last action came from the keyboard. */
export const usedKeyboardLast = (): boolean => keyboardLast;
