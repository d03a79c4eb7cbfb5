/** The stored row of goods_in, and how pieces fill it. Pure. */
import type { GoodsAttributes, PieceHold } from 'services/goods/contract';
import type { Row } from '../platform/projection/projection.ts';

/** Why nothing is left in that shop: '' (still there), sold, transferred, returned to the supplier, or written off. */
export type Departure = '' | 'sold' | 'transferred' | 'returned' | 'lost' | 'melted';
export type RowHold = PieceHold & { readonly no: string };

/** Quantities: `quantity` as received in that row, `on_hand` and `held` of the barcode in that shop now. */
export type GoodsInRecord = Row & {
  readonly row_id: number;
  readonly barcode: string;
  readonly bill_type: '1' | '2' | '3';
  readonly shop_id: number;
  readonly supplier_id: number | null;
  readonly received_on: string;
  /** Day the piece first came into the chain: stock age survives transfers (R7). */
  readonly first_received_on: string;
  readonly batch_no: string;
  readonly quantity: number;
  readonly on_hand: number;
  readonly held: number;
  readonly left_by: Departure;
  readonly waits: boolean;
  readonly needs_label: boolean;
  /** Holds of the barcode by key; kept on its receipt row only. */
  readonly holds: Readonly<Record<string, RowHold>>;
  readonly unit_cost_fen: number;
  readonly status: string;
  readonly audit_flag: 1 | 2;
  readonly auditor: string;
  readonly print_template: string;
  readonly import_id: number | null;
  readonly category: string;
  readonly name: string;
  /** Case and width folded, for the search. */
  readonly folded_name: string;
  readonly grams: readonly string[];
  readonly style: string;
  readonly fineness: string;
  readonly gold_content: string;
  readonly certificate_no: string;
  readonly net_weight_mg: number;
  readonly gross_weight_mg: number;
  readonly tag_price_fen: number;
  /** Those that are not empty; the schema `Attributes` reads the others back. */
  readonly attributes: Partial<GoodsAttributes> & Row;
  readonly created_by: string;
  readonly created_by_id: number;
  readonly created_dept_id: number | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly revision: number;
};
