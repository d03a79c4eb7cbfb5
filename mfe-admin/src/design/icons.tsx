/** Small signs of the drawing board, in the colour of the words around them. */
import type { Alignment } from './geometry.ts';

type IconShapes = readonly [x: number, y: number, width: number, height: number][];
const icon = (parts: IconShapes) => {
  const Sign = () => (
    <svg width="16" height="16" viewBox="0 0 16 16" fill="currentColor" aria-hidden="true">
      {parts.map(([x, y, width, height]) => (
        <rect key={`${x} ${y}`} x={x} y={y} width={width} height={height} rx="0.5" />
      ))}
    </svg>
  );
  return Sign;
};
export const ALIGN_ICONS: Readonly<Record<Alignment, ReturnType<typeof icon>>> = {
  left: icon([
    [1, 1, 1.5, 14],
    [4, 3, 10, 4],
    [4, 9, 6, 4],
  ]),
  center: icon([
    [7.25, 1, 1.5, 14],
    [3, 3, 10, 4],
    [5, 9, 6, 4],
  ]),
  right: icon([
    [13.5, 1, 1.5, 14],
    [2, 3, 10, 4],
    [6, 9, 6, 4],
  ]),
  top: icon([
    [1, 1, 14, 1.5],
    [3, 4, 4, 10],
    [9, 4, 4, 6],
  ]),
  middle: icon([
    [1, 7.25, 14, 1.5],
    [3, 3, 4, 10],
    [9, 5, 4, 6],
  ]),
  bottom: icon([
    [1, 13.5, 14, 1.5],
    [3, 2, 4, 10],
    [9, 6, 4, 6],
  ]),
};
