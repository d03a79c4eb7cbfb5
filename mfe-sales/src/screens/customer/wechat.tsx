/** 微信绑定 of one customer (R160): since when, how to bind, and the end of it by the counter. */
import { customerList } from 'projections/master-data/contract';
import { can, messageOf, sendOnce, useCustomerOnScreen, useRecord } from 'root-config/api';
import { Button, Dialog, FailedState, ScanBox, SkeletonBox, confirm, day, type ScanOutcome } from 'root-config/ui';
import { CustomerRow } from 'services/master-data/contract';

const KEY = 'base:baseCustomer:bind';
type Bindable = Pick<CustomerRow, 'id' | 'name' | 'boundAt' | 'walkIn' | 'status' | 'mergedInto'>;
/** 散客 are many people; a record that is closed or merged is nobody's. */
export const isBindable = ({ walkIn, status, mergedInto }: Bindable): boolean =>
  !walkIn && status === '2' && mergedInto === null;
export const boundText = ({ boundAt }: Pick<CustomerRow, 'boundAt'>): string =>
  boundAt === null ? '未绑定微信' : `已绑定，自 ${day(boundAt)}`;

const unbind = async ({ id, name }: Bindable): Promise<boolean> => {
  const text = `解除“${name}”的微信绑定？解除后顾客在微信里不再看到质保单和积分，要用时重新绑定。`;
  if (!(await confirm({ title: '解除绑定', text, ok: '解除绑定', danger: true }))) return false;
  return sendOnce({
    method: 'POST',
    path: `${customerList.path}/${id}/unbind`,
    body: {},
    views: [customerList.path],
  });
};
type LineProps = { readonly customer: Bindable; readonly onChanged: () => void };
/** While it is shown a scanned card binds to this customer. */
export const WechatLine = ({ customer, onChanged }: LineProps) => {
  const bindable = isBindable(customer);
  useCustomerOnScreen(bindable ? customer : null);
  if (!bindable && customer.boundAt === null) return null;
  const end = async (): Promise<void> => {
    if (await unbind(customer)) onChanged();
  };
  return (
    <p css={{ margin: '0 0 8px', display: 'flex', gap: 8, alignItems: 'center', flexWrap: 'wrap' }}>
      <span>微信：{boundText(customer)}</span>
      {customer.boundAt === null ? (
        <span className="ui-hint">{can(KEY) ? '扫顾客名片页上的绑定码即可绑定' : ''}</span>
      ) : can(KEY) ? (
        <Button onClick={() => void end()}>解除绑定</Button>
      ) : null}
    </p>
  );
};

/** Only cards are taken here, and those on their way to the box. */
const noCard = (): Promise<ScanOutcome> =>
  Promise.resolve({ ok: false, reason: '不是顾客的绑定码（BD开头），请顾客在微信里打开“我的名片”' });
const Body = ({ customer, onChanged }: LineProps) => (
  <>
    <WechatLine customer={customer} onChanged={onChanged} />
    {isBindable(customer) && can(KEY) ? (
      <>
        <ScanBox label="绑定码" onScan={noCard} emptyText="请扫描顾客名片上的绑定码" />
        <p className="ui-hint" css={{ marginTop: 8 }}>
          请顾客在微信里从公众号打开“我的名片”，扫画面上的码，10分钟内有效、只能用一次。有余额、积分或已绑定其他微信的客户，还要本人验证或另一人授权。
        </p>
      </>
    ) : null}
  </>
);
export const WechatDialog = ({ id, onClose }: { readonly id: number; readonly onClose: () => void }) => {
  const { record, pending, error, retry } = useRecord(`${customerList.path}/${id}`, CustomerRow);
  return (
    <Dialog title={record === null ? '微信绑定' : `微信绑定 ${record.name}`} width="large" onClose={onClose}>
      {pending ? <SkeletonBox height={120} /> : null}
      {error === null ? null : <FailedState message={messageOf(error)} onRetry={retry} />}
      {record === null ? null : <Body customer={record} onChanged={retry} />}
    </Dialog>
  );
};
