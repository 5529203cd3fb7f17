type Child = Node | string | number | false | null | undefined;
type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/**
 * Creates an element of HTML with its attributes and children, for pages that load no framework. Texts are inserted as
 * text, never as markup. An attribute that is undefined or false is left out, and so is an empty child.
 *
 *     createElement('a', { href: '/about', class: styles.link }, 'About')
 */
export function createElement<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false)
      element.setAttribute(name, value === true ? '' : String(value));
  }
  for (const child of children) {
    if (child !== undefined && child !== null && child !== false && child !== '') {
      element.append(typeof child === 'number' ? String(child) : child);
    }
  }
  return element;
}
