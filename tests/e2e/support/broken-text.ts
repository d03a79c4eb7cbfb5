/** What of a page's text is broken on a phone: an amount in two lines, words beyond their place or the window, words upon words. */

/** Runs in the page; each fault in words, none: []. It stands alone, for the page has nothing of this file. */
export const brokenText = (): string[] => {
  const AMOUNT = /[+−-]?¥[\d,]+(?:\.\d+)?|[+−-]?\d[\d,]*(?:\.\d+)?(?= ?(?:分|克|元|%))/g;
  /** Neighbours need so many pixels between them to be read as two words. */
  const APART = 2;
  type Word = { readonly text: string; readonly rects: readonly DOMRect[]; readonly owner: Element };
  const rectsOf = (node: Text, start: number, end: number): DOMRect[] => {
    const range = document.createRange();
    range.setStart(node, start);
    range.setEnd(node, end);
    return [...range.getClientRects()].filter(({ width, height }) => width > 0.5 && height > 0.5);
  };
  const isSeen = (owner: Element): boolean =>
    owner.closest('.unseen, svg, script, style, [hidden]') === null && owner.checkVisibility();
  const nodes: Text[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
    if (node instanceof Text && node.data.trim() !== '' && isSeen(node.parentElement ?? document.body))
      nodes.push(node);

  const linesOf = (rects: readonly DOMRect[]): number =>
    rects.filter((rect, at) => at === 0 || rect.top - (rects[at - 1]?.top ?? 0) > rect.height / 2).length;
  const amounts = nodes.flatMap((node) =>
    [...node.data.matchAll(AMOUNT)]
      .filter(({ 0: text, index }) => linesOf(rectsOf(node, index, index + text.length)) > 1)
      .map(([text]) => `in two lines: ${text}`),
  );
  const words: Word[] = nodes.map((node) => ({
    text: node.data.trim(),
    rects: rectsOf(node, 0, node.length),
    owner: node.parentElement ?? document.body,
  }));
  const outside = words.flatMap(({ text, rects, owner }) => {
    const place = owner.getBoundingClientRect();
    const [left, right] = [Math.max(place.left, 0) - 1, Math.min(place.right, innerWidth) + 1];
    return rects.some((rect) => rect.left < left || rect.right > right) ? [`beyond its place: ${text}`] : [];
  });
  /** The bar below lies over what is scrolled under it. */
  const layerOf = ({ owner }: Word): Element | null => owner.closest('.nav');
  const clash = (one: DOMRect, other: DOMRect, apart: number): boolean => {
    const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
    const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
    // Fonts claim more height than their signs have.
    return across > apart && down > Math.min(one.height, other.height) / 2;
  };
  /** Bold words in a sentence stand close to its others. */
  const sentenceOf = (element: Element): Element => {
    const above = element.parentElement;
    return above !== null && getComputedStyle(element).display === 'inline' ? sentenceOf(above) : element;
  };
  const apartOf = (one: Word, other: Word): number => (sentenceOf(one.owner) === sentenceOf(other.owner) ? 1 : -APART);
  const upon = words.flatMap((one, at) =>
    words
      .slice(at + 1)
      .filter(
        (other) =>
          layerOf(one) === layerOf(other) &&
          one.owner !== other.owner &&
          one.rects.some((rect) => other.rects.some((place) => clash(rect, place, apartOf(one, other)))),
      )
      .map((other) => `touching: ${one.text} / ${other.text}`),
  );
  return [...amounts, ...outside, ...upon];
};
