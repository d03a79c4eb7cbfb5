/** Millimetres along an edge of the board: where the pointer is, and what is selected. */
import type { Box } from './geometry.ts';
import { EDGE_PX } from './view.ts';

const WIDE_PX = 20;
/** Ticks are never nearer than this. */
const NEAR_PX = 5;
const LABEL_PX = 36;
const STEPS = [1, 5, 10, 20, 50, 100] as const;
const stepFor = (scale: number, px: number): number => STEPS.find((mm) => mm * scale >= px) ?? 100;

type Props = {
  readonly axis: 'x' | 'y';
  /** mm */
  readonly length: number;
  readonly scale: number;
  readonly at: number | null;
  readonly frame: Box | null;
};
export const Ruler = ({ axis, length, scale, at, frame }: Props) => {
  const across = axis === 'x';
  const size = length * scale + 2 * EDGE_PX;
  const [tick, label] = [stepFor(scale, NEAR_PX), stepFor(scale, LABEL_PX)];
  const ticks = Array.from({ length: Math.floor(length / tick) + 1 }, (_, index) => index * tick);
  const place = (mm: number): number => EDGE_PX + mm * scale;
  const long = (mm: number): number => (mm % label === 0 ? 9 : mm % 5 === 0 ? 6 : 3);
  const path = ticks
    .map((mm) => (across ? `M${place(mm)} ${WIDE_PX}v${-long(mm)}` : `M${WIDE_PX} ${place(mm)}h${-long(mm)}`))
    .join('');
  const span = frame === null ? null : across ? [frame.x, frame.width] : [frame.y, frame.height];
  return (
    <svg
      className={`dz-ruler dz-ruler-${axis}`}
      width={across ? size : WIDE_PX}
      height={across ? WIDE_PX : size}
      aria-hidden="true"
    >
      {span === null ? null : (
        <rect
          className="dz-ruler-span"
          {...(across
            ? { x: place(span[0] ?? 0), y: 0, width: (span[1] ?? 0) * scale, height: WIDE_PX }
            : { x: 0, y: place(span[0] ?? 0), width: WIDE_PX, height: (span[1] ?? 0) * scale })}
        />
      )}
      <path d={path} />
      {ticks
        .filter((mm) => mm % label === 0)
        .map((mm) => (
          <text
            key={mm}
            {...(across
              ? { x: place(mm) + 2, y: 9 }
              : { x: 0, y: 0, transform: `translate(9 ${place(mm) - 2}) rotate(-90)` })}
          >
            {mm}
          </text>
        ))}
      {at === null ? null : (
        <path className="dz-ruler-at" d={across ? `M${place(at)} 0v${WIDE_PX}` : `M0 ${place(at)}h${WIDE_PX}`} />
      )}
    </svg>
  );
};
