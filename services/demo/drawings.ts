/** Drawn pictures of jewellery: vector drawings, no photographs, so a demo needs nothing from outside. */
import type { Shape } from './catalogue.ts';
import type { Random } from './random.ts';

const METALS = [
  ['#fff3c4', '#d9a521', '#8a5a00'],
  ['#ffe9d6', '#d98c5f', '#8a4a2a'],
  ['#f6f8fb', '#b9c3cf', '#6b7785'],
] as const;
const STONES = ['#e8f6ff', '#d4204a', '#1f57c3', '#2f9e5b', '#fff6ee'] as const;
const BACKGROUNDS = ['#f7f4ee', '#eef2f6', '#f6eef1', '#eef5f0', '#f2effa'] as const;
const EDGE = 480;
const MIDDLE = EDGE / 2;

type Brush = { readonly random: Random; readonly stone: string };

const FULL_TURN = [0, 360] as const;
const beads = (
  count: number,
  radius: number,
  size: number,
  [from, to]: readonly [number, number] = FULL_TURN,
): string =>
  Array.from({ length: count }, (_, index) => {
    const angle = ((from + ((to - from) * index) / count) * Math.PI) / 180;
    const x = MIDDLE + radius * Math.cos(angle);
    const y = MIDDLE + radius * Math.sin(angle);
    return `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${size}" fill="url(#metal)"/>`;
  }).join('');
const gem = (x: number, y: number, size: number, stone: string): string =>
  `<polygon points="${x - size},${y} ${x - size * 0.5},${y - size * 0.8} ${x + size * 0.5},${y - size * 0.8} ${x + size},${y} ${x},${y + size * 1.1}"
     fill="${stone}" stroke="#00000033" stroke-width="2"/>
   <polygon points="${x - size * 0.5},${y - size * 0.8} ${x + size * 0.5},${y - size * 0.8} ${x},${y}" fill="#ffffff88"/>`;
const hoop = (radius: number, width: number): string =>
  `<circle cx="${MIDDLE}" cy="${MIDDLE}" r="${radius}" fill="none" stroke="url(#metal)" stroke-width="${width}"/>
   <circle cx="${MIDDLE}" cy="${MIDDLE}" r="${radius + width / 2 - 4}" fill="none" stroke="#ffffff66" stroke-width="3"/>`;

const SHAPES: Record<Shape, (brush: Brush) => string> = {
  ring: ({ random, stone }) =>
    hoop(random.between(92, 112), random.between(16, 34)) +
    (random.chance(0.6) ? gem(MIDDLE, MIDDLE - 128, random.between(22, 44), stone) : beads(9, 118, 8, [240, 300])),
  bangle: ({ random }) => hoop(random.between(140, 156), random.between(22, 46)) + beads(random.between(0, 24), 148, 6),
  bracelet: ({ random }) => beads(random.between(18, 36), 140, random.between(9, 15)),
  necklace: ({ random, stone }) =>
    beads(random.between(30, 56), 162, random.between(5, 9), [20, 340]) + gem(MIDDLE, MIDDLE + 176, 24, stone),
  pendant: ({ random, stone }) =>
    `<path d="M${MIDDLE} 40 C ${MIDDLE - 60} 120 ${MIDDLE - 40} 150 ${MIDDLE} 168 C ${MIDDLE + 40} 150 ${MIDDLE + 60} 120 ${MIDDLE} 40" fill="none" stroke="url(#metal)" stroke-width="6"/>` +
    (random.chance(0.5)
      ? gem(MIDDLE, MIDDLE + 40, random.between(50, 74), stone)
      : `<circle cx="${MIDDLE}" cy="${MIDDLE + 50}" r="${random.between(58, 78)}" fill="url(#metal)"/><circle cx="${MIDDLE}" cy="${MIDDLE + 50}" r="20" fill="#ffffffaa"/>`),
  earring: ({ random, stone }) =>
    [MIDDLE - 80, MIDDLE + 80]
      .map(
        (x) =>
          `<path d="M${x} 120 v 70" stroke="url(#metal)" stroke-width="6"/>${gem(x, 240, 34, stone)}<circle cx="${x}" cy="330" r="18" fill="url(#metal)"/>`,
      )
      .join('') + (random.chance(0.5) ? beads(6, 190, 4, [60, 120]) : ''),
  bar: ({ random }) =>
    `<rect x="120" y="${random.between(90, 120)}" width="240" height="280" rx="14" fill="url(#metal)" stroke="#00000022" stroke-width="4"/>
     <rect x="160" y="160" width="160" height="6" fill="#00000030"/><rect x="160" y="190" width="110" height="6" fill="#00000030"/>
     <circle cx="${MIDDLE}" cy="290" r="36" fill="none" stroke="#00000030" stroke-width="5"/>`,
};

/** An SVG of 480 × 480. */
export const drawing = (shape: Shape, random: Random): string => {
  const [light, middle, dark] = random.pick(METALS);
  const background = random.pick(BACKGROUNDS);
  const turn = random.between(-14, 14);
  const body = SHAPES[shape]({ random, stone: random.pick(STONES) });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${EDGE}" height="${EDGE}">
    <defs><linearGradient id="metal" x1="0" y1="0" x2="1" y2="1">
      <stop offset="0" stop-color="${light}"/><stop offset="0.5" stop-color="${middle}"/><stop offset="1" stop-color="${dark}"/>
    </linearGradient></defs>
    <rect width="${EDGE}" height="${EDGE}" fill="${background}"/>
    <ellipse cx="${MIDDLE}" cy="432" rx="150" ry="14" fill="#00000014"/>
    <g transform="rotate(${turn} ${MIDDLE} ${MIDDLE})">${body}</g></svg>`;
};
