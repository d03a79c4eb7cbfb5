/** What the customer has left in an account, under the payment that would use it (R79). */
import { useRecord } from 'root-config/api';
import { money } from 'root-config/ui';
import { CustomerBalance, isAccount } from 'services/balance/contract';
import { z } from 'zod';

const Balances = z.array(CustomerBalance);
const Known = ({ customerId, account }: { readonly customerId: number; readonly account: string }) => {
  const { record } = useRecord(`/base-customer/${customerId}/balance`, Balances);
  const found = record?.find((one) => one.account === account);
  return found === undefined ? null : (
    <p className="ui-hint" css={{ margin: '2px 0 0 70px' }}>
      可用 {money(found.usable)}
    </p>
  );
};
type Props = { readonly customerId: number | undefined; readonly method: string };
export const AccountLeft = ({ customerId, method }: Props) =>
  customerId === undefined || !isAccount(method) ? null : <Known customerId={customerId} account={method} />;
