/** Where a message stands: over nothing that is read or pressed, as near to its usual corner as that goes. */

export type Box = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number };
export type Busy = Box & {
  /** It is pressed or typed in: that is covered last. */
  readonly pressed: boolean;
};
export type Size = { readonly width: number; readonly height: number };
export type Corner = { readonly left: number; readonly top: number };

const STEP = 4;
/** px to what it stands beside, and to the edges of the view. */
const EDGE = 3;
const INSET = 8;
const PRESSED_WEIGHT = 8;

const overlap = (a: Box, b: Box): number =>
  Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) *
  Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));
const boxAt = ({ left, top }: Corner, { width, height }: Size): Box => ({
  left: left - EDGE,
  top: top - EDGE,
  right: left + width + EDGE,
  bottom: top + height + EDGE,
});
/** Square pixels that it covers there, those that are pressed counted more often. */
export const costOf = (place: Corner, size: Size, busy: readonly Busy[]): number => {
  const box = boxAt(place, size);
  let sum = 0;
  for (const one of busy) sum += overlap(box, one) * (one.pressed ? PRESSED_WEIGHT : 1);
  return sum;
};

/** Edges that a place can lie against: those of the view and of what is busy. */
const lefts = (view: Size, { width }: Size, busy: readonly Busy[]): number[] => {
  const most = view.width - width - INSET;
  const all = [
    INSET,
    (view.width - width) / 2,
    most,
    ...busy.flatMap(({ left, right }) => [right + EDGE * 2, left - width - EDGE * 2]),
  ];
  return [...new Set(all.map((left) => Math.round(left / STEP) * STEP))].filter(
    (left) => left >= INSET && left <= most,
  );
};
/** The first free place from the bottom up and from the left; where there is none, the one that covers least. */
export const placeIn = (view: Size, size: Size, busy: readonly Busy[]): Corner => {
  let best: Corner = { left: INSET, top: EDGE };
  let least = Number.POSITIVE_INFINITY;
  const across = lefts(view, size, busy).toSorted((a, b) => a - b);
  const lowest = Math.max(EDGE, Math.floor(view.height - size.height - EDGE));
  const tops = Array.from({ length: Math.ceil(lowest / STEP) }, (_, step) => Math.max(EDGE, lowest - step * STEP));
  for (const top of [...tops, EDGE]) {
    const near = busy.filter((one) => one.bottom > top - EDGE && one.top < top + size.height + EDGE);
    for (const left of across) {
      const cost = costOf({ left, top }, size, near);
      if (cost >= least) continue;
      best = { left, top };
      least = cost;
      if (cost === 0) return best;
    }
  }
  return best;
};

const PRESSED =
  'button, a[href], input, textarea, select, [role="button"], [role="tab"], [role="option"], [contenteditable="true"]';
const SEEN = 'img, canvas, svg, video';
const EVERYTHING: Box = { left: 0, top: 0, right: Infinity, bottom: Infinity };
const cut = (box: Box, by: Box): Box => ({
  left: Math.max(box.left, by.left),
  top: Math.max(box.top, by.top),
  right: Math.min(box.right, by.right),
  bottom: Math.min(box.bottom, by.bottom),
});
/** What is scrolled out of sight is not in the way. */
const sightOf = () => {
  const known = new Map<Element | null, Box>([[null, { ...EVERYTHING, right: innerWidth, bottom: innerHeight }]]);
  const sight = (element: Element | null): Box => {
    let box = known.get(element);
    if (box === undefined && element !== null) {
      const around = sight(element.parentElement);
      box = getComputedStyle(element).overflow === 'visible' ? around : cut(element.getBoundingClientRect(), around);
      known.set(element, box);
    }
    return box ?? EVERYTHING;
  };
  return sight;
};
const isOurs = (element: Element): boolean => element.closest('[data-sonner-toaster]') !== null;
/** The dialog on top, or the page where there is none: what lies behind a veil is neither read nor pressed. */
const onTop = (): Element =>
  [...document.querySelectorAll('[aria-modal="true"]')].at(-1) ?? document.querySelector('#shell') ?? document.body;
/** Everything in sight that is read or pressed. */
export const busyNow = (): Busy[] => {
  const root = onTop();
  const busy: Busy[] = [];
  const sight = sightOf();
  const add = (rect: DOMRect, element: Element, pressed: boolean): void => {
    const seen = cut(rect, sight(element.parentElement));
    if (seen.right > seen.left && seen.bottom > seen.top && !isOurs(element)) busy.push({ ...seen, pressed });
  };
  for (const element of root.querySelectorAll(PRESSED)) add(element.getBoundingClientRect(), element, true);
  for (const element of root.querySelectorAll(SEEN)) add(element.getBoundingClientRect(), element, false);
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    if (node.nodeValue?.trim() === '' || node.parentElement === null) continue;
    range.selectNodeContents(node);
    add(range.getBoundingClientRect(), node.parentElement, false);
  }
  return busy;
};
