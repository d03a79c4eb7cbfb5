/** Every event of the house by its type: what stored ones are read with, and new ones are judged by. */
import type { z } from 'zod';
import { GoodsEvent, ImportEvent } from './goods/contract.ts';
import { SaleEvent } from './sale/contract.ts';
import { AdjustEvent } from './stock-adjust/contract.ts';
import { CheckEvent } from './stock-check/contract.ts';
import { SupplierReturnEvent } from './supplier-return/contract.ts';
import { TransferEvent } from './transfer/contract.ts';

type EventSchema = z.ZodObject<{ type: z.ZodLiteral<string>; data: z.ZodObject }>;
const UNIONS = [GoodsEvent, ImportEvent, TransferEvent, CheckEvent, SupplierReturnEvent, AdjustEvent, SaleEvent];

export const EVENT_SCHEMAS: ReadonlyMap<string, EventSchema> = new Map(
  UNIONS.flatMap((union) => union.options as unknown as readonly EventSchema[]).map((schema) => [
    schema.shape.type.value,
    schema,
  ]),
);
