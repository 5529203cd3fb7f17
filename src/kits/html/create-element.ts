type Child = Node | string | number | false | null | undefined;
type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

const svgNamespace = 'http://www.w3.org/2000/svg';

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
  return fill(document.createElement(tag), attributes, children);
}

/** The same of SVG. */
export function createSvg<Tag extends keyof SVGElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly Child[]
): SVGElementTagNameMap[Tag] {
  return fill(document.createElementNS(svgNamespace, tag), attributes, children);
}

function fill<E extends Element>(element: E, attributes: Attributes, children: readonly Child[]): E {
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
