/** A row of goods keyed by wire names, before the receipt's own schema reads it (import, batch entry). */
import { z } from 'zod';
import { rawText } from '../contracts/values.ts';

export const SheetRow = z.record(rawText(200), z.unknown());
