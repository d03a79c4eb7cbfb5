/** A QR code that another phone reads from the screen; what draws it is loaded behind what the shopper came for. */
import { useEffect, useState } from 'preact/hooks';

/** Free modules around it. */
const BORDER = 4;
type QrRows = readonly (readonly boolean[])[];
/** Rows of dark modules, the free margin in them; null where the text is too long, or the network is away. */
export const qrRows = async (text: string): Promise<QrRows | null> => {
  try {
    const { encodeQR } = await import('qr');
    return encodeQR(text, 'raw', { ecc: 'low', border: BORDER });
  } catch {
    return null;
  }
};
const pathOf = (rows: QrRows): string =>
  rows.map((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')).join('')).join('');

export const Qr = ({ text, label }: { readonly text: string; readonly label: string }) => {
  const [rows, setRows] = useState<QrRows | null>(null);
  useEffect(() => {
    let over = false;
    void qrRows(text).then((drawn) => {
      if (!over) setRows(drawn);
    });
    return () => {
      over = true;
    };
  }, [text]);
  if (rows === null) return null;
  return (
    <svg
      className="qr"
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      shape-rendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <rect width={rows.length} height={rows.length} fill="#fff" />
      <path d={pathOf(rows)} fill="#000" />
    </svg>
  );
};
