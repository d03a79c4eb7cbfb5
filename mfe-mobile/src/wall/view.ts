/** The price on the wall as a page: one screen, never scrolled, in whatever window it finds itself. */
import type { WallBoard, WallLine } from './board.ts';
import { isFull, mayFill, onFullChange, toggleFull } from './awake.ts';
import { place, withText } from './dom.ts';
import { pictureAt, showBackground } from './pictures.ts';
import { pagesOf, planOf, type Plan } from './plan.ts';
import type { WallView } from './state.ts';
import { tableOf } from './table.ts';
import { seenText, sinceText } from './words.ts';

const PAGE_MS = 12_000;
/** Gold a little aside every minute: no picture burns in. */
const SHIFT_MS = 60_000;
const RING: readonly (readonly [number, number])[] = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
  [-1, 1],
  [-1, 0],
  [-1, -1],
  [0, -1],
];

const skeleton = (root: HTMLElement) => {
  const main = place(root, 'main', 'wall');
  const board = place(main, 'div', 'wall-board');
  const header = place(board, 'header', 'wall-head');
  const logo = place(header, 'img', 'wall-logo');
  const heading = place(header, 'div', 'wall-heading');
  const title = place(heading, 'p', 'wall-title');
  withText(place(heading, 'h1', ''), '今日金价');
  const since = place(header, 'p', 'wall-since');
  const alarm = place(board, 'p', 'wall-alarm');
  alarm.setAttribute('role', 'status');
  const middle = place(board, 'div', 'wall-middle');
  const ad = place(middle, 'img', 'wall-ad');
  const rows = place(middle, 'div', 'wall-rows');
  const message = place(middle, 'p', 'wall-message');
  const footer = place(board, 'footer', 'wall-foot');
  const remark = place(footer, 'p', 'wall-remark');
  const seen = place(footer, 'p', 'wall-seen');
  logo.alt = '';
  ad.alt = '';
  return { main, board, header, logo, title, since, alarm, ad, rows, message, remark, seen };
};
type WallElements = ReturnType<typeof skeleton>;

const addFullKey = (header: HTMLElement): void => {
  if (!mayFill()) return;
  const key = place(header, 'button', 'wall-full');
  key.type = 'button';
  const say = (): void => void withText(key, isFull() ? '退出全屏' : '全屏');
  say();
  onFullChange(say);
  key.addEventListener('click', toggleFull);
};

const showRows = (rows: HTMLElement, lines: readonly WallLine[], { columns, font }: Plan): void => {
  rows.textContent = '';
  rows.style.fontSize = `${font}px`;
  for (const column of pagesOf(lines, Math.max(1, Math.ceil(lines.length / columns)))) {
    place(rows, 'div', 'wall-column').appendChild(tableOf(column));
  }
};
const roomLeft = (rows: HTMLElement): boolean => {
  for (let index = 0; index < rows.children.length; index += 1) {
    const column = rows.children[index] as HTMLElement;
    const table = column.firstElementChild as HTMLElement;
    if (table.offsetHeight > rows.clientHeight || table.offsetWidth > column.clientWidth) return false;
  }
  return true;
};
const LEAST_PX = 16;
const planFor = (rows: HTMLElement, lines: readonly WallLine[]): Plan => {
  const { clientWidth: width, clientHeight: height } = document.documentElement;
  return planOf({
    rows: lines.length,
    mostColumns: 3,
    leastFont: Math.max(LEAST_PX, Math.round(Math.min(width, height) * 0.024)),
    mostFont: Math.max(LEAST_PX + 4, Math.round(Math.min(height * 0.06, width * 0.055))),
    fits: (plan) =>
      pagesOf(lines, plan.perPage).every((page) => {
        showRows(rows, page, plan);
        return roomLeft(rows);
      }),
  });
};

/** The rows, page after page where they are more than one screen. */
const pager = ({ rows, seen }: WallElements) => {
  let lines: readonly WallLine[] = [];
  let pages: readonly (readonly WallLine[])[] = [];
  let plan: Plan = { perPage: 1, columns: 1, font: LEAST_PX };
  let at = 0;
  let heard = '';
  const turn = (): void => {
    showRows(rows, pages[at] || [], plan);
    const page = pages.length > 1 ? `第 ${at + 1} 页，共 ${pages.length} 页　` : '';
    withText(seen, `${page}${heard}`);
  };
  const lay = (): void => {
    // The longest line that may stand below: the room for rows is what it leaves.
    withText(seen, `第 10 页，共 10 页　${heard}`);
    plan = planFor(rows, lines);
    pages = pagesOf(lines, plan.perPage);
    at = Math.min(at, Math.max(0, pages.length - 1));
    turn();
  };
  setInterval(() => {
    if (pages.length < 2) return;
    at = (at + 1) % pages.length;
    turn();
  }, PAGE_MS);
  return {
    lay,
    show: (board: WallBoard | null): void => {
      lines = board === null ? [] : board.details;
      heard = board === null ? '' : seenText(board.now);
      lay();
    },
  };
};

const startShift = (board: HTMLElement): void => {
  let step = 0;
  setInterval(() => {
    step = (step + 1) % RING.length;
    const [x, y] = RING[step] || [0, 0];
    board.style.transform = `translate(${x * 4}px, ${y * 4}px)`;
  }, SHIFT_MS);
};

/** @returns shows what stands on the wall; the same again changes nothing that is seen. */
export const openWall = (root: HTMLElement): ((shown: WallView) => void) => {
  const parts = skeleton(root);
  addFullKey(parts.header);
  startShift(parts.board);
  const pages = pager(parts);
  addEventListener('resize', pages.lay);
  const ad = pictureAt(parts.ad, pages.lay);
  const logo = pictureAt(parts.logo, pages.lay);
  return ({ board, message, alarm }) => {
    withText(parts.title, board === null ? '' : board.title);
    withText(parts.since, board === null ? '' : sinceText(board.at));
    withText(parts.remark, board === null ? '' : board.remark);
    withText(parts.alarm, alarm);
    withText(parts.message, message);
    parts.main.className = alarm === '' ? 'wall' : 'wall wall-stale';
    parts.rows.style.display = message === '' ? '' : 'none';
    ad(board === null ? '' : board.adPicture);
    logo(board === null ? '' : board.logo);
    showBackground(parts.main, board === null ? '' : board.backgroudPicture);
    pages.show(board);
  };
};
