import type { LucideIcon } from 'lucide-react';
import type { ButtonHTMLAttributes, ComponentProps, Ref } from 'react';

type ButtonVariant = 'plain' | 'primary' | 'danger' | 'quiet' | 'link';

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  variant?: ButtonVariant;
  /** Shows only an icon; requires an aria-label. */
  icon?: boolean;
  ref?: Ref<HTMLButtonElement>;
};

/** The classes of a button in a tool, from styles/controls.css. */
const variantClasses: Readonly<Record<ButtonVariant, string>> = {
  plain: 'button-plain',
  primary: '',
  danger: 'button-plain button-danger',
  quiet: 'button-faint',
  link: 'button-link',
};

export function buttonClass(variant: ButtonVariant = 'plain', icon = false): string {
  return `button button-small ${variantClasses[variant]}${icon ? ' button-icon' : ''}`;
}

export function Button({ variant, icon, className = '', ...rest }: ButtonProps) {
  return <button type="button" className={`${buttonClass(variant, icon)} ${className}`} {...rest} />;
}

type IconButtonProps = Omit<ComponentProps<typeof Button>, 'icon' | 'children'> & {
  label: string;
  icon: LucideIcon;
  size?: number;
};

/** A quiet button that shows an icon. Its name appears on hover, unless it has another `title`. */
export function IconButton({ label, icon: Icon, size = 18, ...rest }: IconButtonProps) {
  return (
    <Button icon variant="quiet" aria-label={label} title={label} {...rest}>
      <Icon size={size} aria-hidden="true" />
    </Button>
  );
}
