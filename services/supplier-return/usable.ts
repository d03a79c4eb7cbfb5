/** Whom a return goes to where nobody has said it. */
import type { MasterLookup } from '../contracts/master-lookup.ts';

/** null for a supplier that is gone or disabled: whoever audits the return chooses another one. */
export const usableSupplier = async (
  lookup: Pick<MasterLookup, 'supplier'>,
  supplierId: number | null,
): Promise<number | null> => {
  const supplier = supplierId === null ? null : await lookup.supplier(supplierId);
  return supplier?.enabled === true ? supplierId : null;
};
