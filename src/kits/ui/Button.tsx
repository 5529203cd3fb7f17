import type { ButtonHTMLAttributes, Ref } from 'react';
import styles from './Button.module.css';

type ButtonVariant = 'plain' | 'primary' | 'quiet' | 'link';

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  variant?: ButtonVariant;
  /** Shows only an icon; requires an aria-label. */
  icon?: boolean;
  ref?: Ref<HTMLButtonElement>;
};

export function buttonClass(variant: ButtonVariant = 'plain', icon = false): string {
  return [styles.button, variant === 'plain' ? '' : styles[variant], icon ? styles.icon : '']
    .filter(Boolean)
    .join(' ');
}

export function Button({ variant, icon, className = '', ...rest }: ButtonProps) {
  return <button type="button" className={`${buttonClass(variant, icon)} ${className}`} {...rest} />;
}
