/** The picture of a slip, drawn in the browser: black on white on every phone, without photos, which may lie elsewhere. */
import type { ShopperSlip } from 'projections/shopper-bills/contract';
import { qrRows } from '../../parts/qr.tsx';
import { WIDTH, planOf, scaleOf, type Codes, type Mark } from './picture-plan.ts';

const COLOURS = { ink: '#1d1710', soft: '#655443', gold: '#7d5a17', red: '#a4262c', line: '#d9c7a6' } as const;
const FAMILY = "-apple-system, 'PingFang SC', 'HarmonyOS Sans SC', 'Microsoft YaHei', 'Noto Sans CJK SC', sans-serif";
const fontOf = (size: number, bold: boolean): string => `${bold ? '600 ' : ''}${size}px ${FAMILY}`;

const put = (pen: CanvasRenderingContext2D, mark: Mark): void => {
  pen.fillStyle = COLOURS[mark.colour];
  if (mark.kind === 'box') return pen.fillRect(mark.x, mark.y, mark.width, mark.height);
  pen.font = fontOf(mark.size, mark.bold);
  pen.textAlign = mark.align;
  pen.fillText(mark.text, mark.x, mark.y);
};
const codesOf = async ({ list }: ShopperSlip): Promise<Codes> => {
  const texts = list.map(({ warranty }) => warranty).filter((text) => text !== '');
  const pairs = await Promise.all(texts.map(async (text) => [text, await qrRows(text)] as const));
  return new Map(pairs.flatMap(([text, rows]) => (rows === null ? [] : [[text, rows] as const])));
};

/** The picture itself as an address, which in-app browsers save by a long press (a blob's they do not); null where nothing can be drawn. */
export const drawSlip = async (slip: ShopperSlip, today: string): Promise<string | null> => {
  const codes = await codesOf(slip);
  const canvas = document.createElement('canvas');
  const pen = canvas.getContext('2d');
  if (pen === null) return null;
  const measure = (text: string, size: number, bold: boolean): number => {
    pen.font = fontOf(size, bold);
    return pen.measureText(text).width;
  };
  const { height, marks } = planOf(slip, { today, codes }, measure);
  const scale = scaleOf(height);
  canvas.width = Math.round(WIDTH * scale);
  canvas.height = Math.round(height * scale);
  pen.scale(scale, scale);
  pen.fillStyle = '#ffffff';
  pen.fillRect(0, 0, WIDTH, height);
  for (const mark of marks) put(pen, mark);
  const drawn = canvas.toDataURL('image/png');
  return drawn.startsWith('data:image/png') ? drawn : null;
};
