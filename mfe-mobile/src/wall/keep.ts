/** The last prices of this screen, for when it is started again while the house is away. */
import { boardOf, type WallBoard } from './board.ts';

const keyOf = (shop: string): string => `wall:board:${shop}`;
/** null: none, or the browser keeps nothing. */
export const keptBoard = (shop: string): WallBoard | null => {
  try {
    return boardOf(JSON.parse(localStorage.getItem(keyOf(shop)) || 'null'));
  } catch {
    return null;
  }
};
/** null: what was kept is nobody's any more. */
export const keepBoard = (shop: string, board: WallBoard | null): void => {
  try {
    if (board === null) localStorage.removeItem(keyOf(shop));
    else localStorage.setItem(keyOf(shop), JSON.stringify(board));
  } catch {
    // A browser that keeps nothing: the open page still stands.
  }
};
