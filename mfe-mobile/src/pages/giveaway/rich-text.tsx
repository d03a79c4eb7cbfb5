/**
 * The text that the shop wrote, as the house cleaned and stored it (R34). It is built anew from what may stand in it, so nothing else
 * ever reaches the page; sizes follow the type that the shopper chose.
 */
import { createElement, type ComponentChildren, type CSSProperties } from 'preact';

const TAGS = new Set('p,h1,h2,h3,h4,h5,h6,br,hr,blockquote,ul,ol,li,strong,b,em,i,u,s,span,img'.split(','));
const EMPTY = new Set(['br', 'hr', 'img']);
const OWN_PICTURE = /^\/static\/[\w./-]+$/;
const ROOT_PX = 16;
const ALIGNS: Readonly<Record<string, CSSProperties['textAlign']>> = {
  left: 'left',
  center: 'center',
  right: 'right',
  justify: 'justify',
};

const styleOf = ({ style }: HTMLElement): CSSProperties => {
  const px = Number.parseFloat(style.fontSize);
  const textAlign = ALIGNS[style.textAlign];
  return {
    ...(style.fontSize.endsWith('px') && px > 0 && { fontSize: `${px / ROOT_PX}rem`, lineHeight: 1.4 }),
    ...(textAlign !== undefined && { textAlign }),
  };
};
/** The page has its own headings above; those of the text stand below them. */
const tagOf = (name: string): string =>
  name.replace(/^h([1-6])$/, (_all, level: string) => `h${Math.min(6, Number(level) + 1)}`);

const built = (node: Node, key: number): ComponentChildren => {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent;
  if (!(node instanceof HTMLElement)) return null;
  const name = node.tagName.toLowerCase();
  const children = Array.from(node.childNodes, built);
  if (!TAGS.has(name)) return children;
  if (name === 'img') {
    const src = node.getAttribute('src') ?? '';
    return OWN_PICTURE.test(src) ? <img key={key} src={src} alt={node.getAttribute('alt') ?? ''} /> : null;
  }
  return createElement(tagOf(name), { key, style: styleOf(node) }, ...(EMPTY.has(name) ? [] : children));
};

export const RichText = ({ html }: { readonly html: string }) => {
  if (html === '') return null;
  // A document of its own: nothing in it runs or loads.
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  return <div className="rich">{Array.from(body.childNodes, built)}</div>;
};
