/**
 * 今日金价 for a screen in the shop (S1§2.14): no sign-in, a page of its own of a few kilobytes for slow televisions. It renews itself every
 * five minutes, goes on showing the last prices with their time when the house is away, and says so.
 */
import { ask } from './ask.ts';
import { stayAwake, toggleFull, isFull } from './awake.ts';
import { shopOf } from './board.ts';
import { keepBoard, keptBoard } from './keep.ts';
import { isOtherRelease, keepWithoutHouse } from './release.ts';
import { heard, isOverdue, lost, shownOf, waitOf, waitingWith } from './state.ts';
import { openWall } from './view.ts';

/** Null in development. */
const ownScript = document.currentScript === null ? null : document.currentScript.getAttribute('src');
const shop = shopOf(location.search);
const address = `/api/v1/base-quoted-price/public${shop === '' ? '' : `?shop=${shop}`}`;
const root = document.getElementById('wall');
if (root === null) throw new Error('#wall is missing in wall.html');
const show = openWall(root);

let wall = waitingWith(keptBoard(shop));
let asking = false;
let timer: ReturnType<typeof setTimeout> | undefined;
let answers = 0;
const clocks = () => ({ day: Date.now(), running: performance.now() });
let last = clocks();
/** By whichever clock went on while the television slept. */
const silentMs = (): number => Math.max(Date.now() - last.day, performance.now() - last.running);

/** About an hour. */
const LOOK_EVERY = 12;
const lookForRelease = (): void => {
  if (ownScript === null || isFull()) return;
  ask(location.pathname, ({ status, body }) => {
    if (status === 200 && isOtherRelease(body, ownScript)) location.reload();
  });
};
const renew = (): void => {
  clearTimeout(timer);
  if (asking) return;
  asking = true;
  ask(address, (answer) => {
    asking = false;
    wall = heard(wall, answer);
    if (wall.trust === 'fresh' || wall.trust === 'refused') {
      last = clocks();
      keepBoard(shop, wall.board);
      answers += 1;
    }
    show(shownOf(wall));
    if (wall.unreadable || (wall.trust === 'fresh' && answers % LOOK_EVERY === 0)) lookForRelease();
    timer = setTimeout(renew, waitOf(wall, Math.random()));
  });
};

/** The kept prices are shown when the house does not answer at once. */
const FIRST_PATIENCE_MS = 3_000;
setTimeout(() => {
  if (wall.trust !== 'waiting') return;
  wall = lost(wall);
  show(shownOf(wall));
}, FIRST_PATIENCE_MS);
const WATCH_MS = 5_000;
setInterval(() => {
  if (wall.trust !== 'fresh' || !isOverdue(silentMs())) return;
  wall = lost(wall);
  show(shownOf(wall));
  renew();
}, WATCH_MS);
const RECENT_MS = 10_000;
const renewSoon = (): void => {
  if (document.visibilityState === 'visible' && (wall.trust === 'stale' || silentMs() > RECENT_MS)) renew();
};
document.addEventListener('visibilitychange', renewSoon);
addEventListener('pageshow', renewSoon);
addEventListener('online', renewSoon);

// The key of a remote control, or F; the key on the screen hides itself while nobody touches anything.
addEventListener('keydown', ({ key, target, ctrlKey, altKey, metaKey }) => {
  if (ctrlKey || altKey || metaKey || (target !== document.body && target !== document.documentElement)) return;
  if (key === 'Enter' || key === 'f' || key === 'F') toggleFull();
});
const STILL_MS = 5_000;
let still: ReturnType<typeof setTimeout> | undefined;
const touched = (): void => {
  clearTimeout(still);
  document.documentElement.className = '';
  still = setTimeout(() => {
    if (isFull()) document.documentElement.className = 'wall-still';
  }, STILL_MS);
};
for (const kind of ['mousemove', 'keydown', 'touchstart', 'fullscreenchange']) document.addEventListener(kind, touched);

show(shownOf(wall));
renew();
stayAwake();
if (ownScript !== null) keepWithoutHouse();
