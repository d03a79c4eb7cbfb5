/** What was just saved, and its label: a link, no question in the way of the next piece. */
import { client } from 'root-config/api';
import { z } from 'zod';

export type SavedPiece = { readonly id: number; readonly barcode: string; readonly name: string };
const Record = z.looseObject({ barcode: z.string(), name: z.string() });

/** The piece as the house has it: its barcode is made there. */
export const savedPiece = async (id: number): Promise<SavedPiece> => {
  const { barcode, name } = Record.parse(await client.get(`/biz-goods-in/${id}`));
  return { id, barcode, name };
};

type Props = {
  readonly piece: SavedPiece;
  /** Absent: this user prints no labels. */
  readonly onPrint: (() => void) | undefined;
};
export const SavedStrip = ({ piece, onPrint }: Props) => (
  <p className="ui-done" role="status">
    已保存 <strong>{piece.barcode}</strong> {piece.name}
    {onPrint === undefined ? null : (
      <button type="button" className="ui-link" onClick={onPrint}>
        打印标签
      </button>
    )}
  </p>
);
