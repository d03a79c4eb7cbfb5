/** The strokes of the characters of a captcha, on a field of 10 × 14; characters that look alike once bent are left out. */

export type Point = readonly [x: number, y: number];
/** Corners are joined straight or, when `round`, by a smooth line through them. */
export type Stroke = { readonly round: boolean; readonly points: readonly Point[] };

const line = (...points: readonly Point[]): Stroke => ({ round: false, points });
const round = (...points: readonly Point[]): Stroke => ({ round: true, points });
const BOWL = round([0, 0], [5.5, 0], [8.8, 1.4], [9.5, 4], [8.8, 6.6], [5.5, 8], [0, 8]);

export const SHAPES: Readonly<Record<string, readonly Stroke[]>> = {
  2: [round([0.5, 3.5], [1.8, 0.9], [5, 0], [8.3, 1], [9, 4], [6.8, 8], [0, 14]), line([0, 14], [10, 14])],
  3: [
    round([0.8, 1.5], [4.5, 0], [8.3, 1.4], [8.8, 4], [7, 6.3], [3.5, 6.8]),
    round([3.5, 6.8], [7.5, 7.4], [9.5, 10], [8.4, 12.9], [4.5, 14], [0.4, 12.4]),
  ],
  4: [line([7, 14], [7, 0], [0, 9.8], [10, 9.8])],
  6: [
    round(
      [7.5, 0],
      [3, 3.5],
      [0.6, 9],
      [1.6, 12.8],
      [5, 14],
      [8.5, 12.8],
      [9.5, 9.6],
      [8.5, 6.8],
      [5, 5.8],
      [0.9, 8.4],
    ),
  ],
  7: [line([0, 0], [9.5, 0], [4, 14])],
  9: [
    round([9.1, 5.6], [5, 8.4], [1.5, 7.4], [0.5, 4.5], [1.5, 1.3], [5, 0], [8.4, 1.2], [9.4, 5], [7.2, 10.6], [3, 14]),
  ],
  A: [line([0, 14], [5, 0], [10, 14]), line([1.9, 9.2], [8.1, 9.2])],
  C: [round([9.3, 2.6], [5.4, 0], [1.4, 2.6], [0, 7], [1.4, 11.4], [5.4, 14], [9.3, 11.4])],
  E: [line([9, 0], [0, 0], [0, 14], [9, 14]), line([0, 7], [7.4, 7])],
  F: [line([9, 0], [0, 0], [0, 14]), line([0, 7], [7.4, 7])],
  H: [line([0, 0], [0, 14]), line([9.6, 0], [9.6, 14]), line([0, 7], [9.6, 7])],
  K: [line([0, 0], [0, 14]), line([9, 0], [0, 8.4]), line([3, 5.8], [9.6, 14])],
  M: [line([0, 14], [1, 0], [5, 9], [9, 0], [10, 14])],
  N: [line([0, 14], [0, 0], [9, 14], [9, 0])],
  P: [line([0, 14], [0, 0]), BOWL],
  R: [line([0, 14], [0, 0]), BOWL, line([4.6, 8], [9.8, 14])],
  T: [line([0, 0], [10, 0]), line([5, 0], [5, 14])],
  W: [line([0, 0], [2.5, 14], [5, 4.6], [7.5, 14], [10, 0])],
  X: [line([0, 0], [10, 14]), line([10, 0], [0, 14])],
  Y: [line([0, 0], [5, 7], [10, 0]), line([5, 7], [5, 14])],
};

const STEPS = 7;
const at = (points: readonly Point[], index: number): Point =>
  points[Math.min(Math.max(index, 0), points.length - 1)] ?? [0, 0];
/** Catmull-Rom between the two middle ones of four values. */
const smooth = ([a, b, c, d]: readonly [number, number, number, number], t: number): number =>
  b + (t / 2) * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)));

/** So many points that a straight line can be bent as well, around the middle of the field. */
export const walk = ({ round: curved, points }: Stroke): Point[] => {
  const walked: Point[] = [at(points, 0)];
  for (let index = 0; index + 1 < points.length; index += 1) {
    const [a, b, c, d] = [at(points, index - 1), at(points, index), at(points, index + 1), at(points, index + 2)];
    for (let step = 1; step <= STEPS; step += 1) {
      const t = step / STEPS;
      walked.push(
        curved
          ? [smooth([a[0], b[0], c[0], d[0]], t), smooth([a[1], b[1], c[1], d[1]], t)]
          : [b[0] + t * (c[0] - b[0]), b[1] + t * (c[1] - b[1])],
      );
    }
  }
  return walked.map(([x, y]): Point => [x - 5, y - 7]);
};
