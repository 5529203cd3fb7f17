import type { ButtonHTMLAttributes, Ref } from 'react';
import styles from './Button.module.css';

export type ButtonLook = 'plain' | 'primary' | 'quiet' | 'link';

export type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  look?: ButtonLook;
  /** Only an icon: needs an aria-label. */
  icon?: boolean;
  ref?: Ref<HTMLButtonElement>;
};

export function buttonClass(look: ButtonLook = 'plain', icon = false): string {
  return [styles.button, look === 'plain' ? '' : styles[look], icon ? styles.icon : '']
    .filter(Boolean)
    .join(' ');
}

export function Button({ look, icon, className = '', ...rest }: ButtonProps) {
  return <button type="button" className={`${buttonClass(look, icon)} ${className}`} {...rest} />;
}
