/** The document that a number names, looked at over the page of a customer. */
import { lazy, Suspense } from 'react';
import { documentIdOf } from './document-no.ts';

const Order = lazy(async () => ({ default: (await import('../order/order-dialog.tsx')).OrderDialog }));
const Recycle = lazy(async () => ({ default: (await import('../recycle/recycle-dialog.tsx')).RecycleDialog }));
const Deposit = lazy(async () => ({ default: (await import('../deposit/deposit-dialog.tsx')).DepositDialog }));
const Repair = lazy(async () => ({ default: (await import('../../repair/repair-dialog.tsx')).RepairDialog }));

type Props = { readonly no: string; readonly onChanged: () => void; readonly onClose: () => void };
const Document = ({ no, onChanged, onClose }: Props) => {
  const { kind, id } = documentIdOf(no);
  const closing = { onSaved: onChanged, onClose };
  switch (kind) {
    case 'XS':
      return <Order id={id} mode="view" onNext={onClose} {...closing} />;
    case 'HS':
      return <Recycle row={{ id, no }} mode="view" {...closing} />;
    case 'CZ':
      return <Deposit row={{ id, no }} mode="view" {...closing} />;
    case 'WX':
      return <Repair id={id} {...closing} />;
    default:
      return null;
  }
};
/** Its keys must not reach the page behind it. */
export const DocumentOver = (props: Props) => (
  <div onKeyDown={(event) => event.stopPropagation()}>
    <Suspense fallback={null}>
      <Document key={props.no} {...props} />
    </Suspense>
  </div>
);
