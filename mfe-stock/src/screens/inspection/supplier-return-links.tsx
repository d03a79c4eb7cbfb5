import { DocumentLinks } from '../../documents/document-links.tsx';
import { SupplierReturnDialog } from '../supplier-return/supplier-return-dialog.tsx';

/** The returns that took over what did not pass. */
export const SupplierReturnLinks = ({ numbers }: { readonly numbers: string }) => (
  <DocumentLinks numbers={numbers} allow="biz:bizGoodsReturn:list" dialog={SupplierReturnDialog} />
);
