/** 授权同意 (R67): what customers of the chain agreed to, and what they withdrew. */
import { consentList, customerList } from 'projections/master-data/contract';
import { refreshList } from 'root-config/api';
import { closing, columnsOf, listScreen, moment as momentText, type ScreenHandle } from 'root-config/ui';
import {
  CONSENT_CHANNELS,
  CONSENT_PURPOSES,
  CONSENT_STATES,
  STANDS,
  channelLabel,
  purposeLabel,
  type ConsentRow,
} from 'services/master-data/contract';
import { customerSource } from '../../recycle/customer-field.tsx';
import { CONSENT_TONES, ConsentDialog, WithdrawDialog } from '../customer/consent-dialogs.tsx';
import { CustomerPage } from '../customer/customer-page.tsx';

const KEYS = 'base:baseCustomerConsent';
const { text, moment, status } = columnsOf(consentList);
/** The list of customers says what they agreed to. */
const saving = (screen: ScreenHandle) => {
  const { onSaved, onClose } = closing(screen);
  return {
    onClose,
    onSaved: (): void => {
      onSaved();
      void refreshList(customerList.path);
    },
  };
};
const stands = ({ state }: ConsentRow): boolean => state === STANDS;

export default listScreen(consentList, {
  title: '授权同意',
  permission: `${KEYS}:list`,
  latestDay: false,
  exportName: '授权同意',
  empty: '没有找到授权同意。客户签字、扫码或在电话里同意后登记在这里；没有登记的用途，请不要发送或联系。',
  filters: [
    { kind: 'remote', name: 'customerId', label: '客户', source: customerSource, daily: true },
    { kind: 'select', name: 'purpose', label: '用途', options: [...CONSENT_PURPOSES], daily: true },
    { kind: 'select', name: 'state', label: '状态', options: [...CONSENT_STATES], daily: true },
    { kind: 'select', name: 'channel', label: '同意方式', options: [...CONSENT_CHANNELS] },
  ],
  columns: [
    text('customerName', '客户', { width: 120 }),
    text('mobile', '联系电话', { width: 150 }),
    text('purpose', '用途', { width: 120, render: ({ purpose }) => purposeLabel(purpose) }),
    status('state', '状态', { width: 90, labels: CONSENT_TONES }),
    text('channel', '同意方式', { width: 100, render: ({ channel }) => channelLabel(channel) }),
    moment('givenAt', '同意时间', { width: 150 }),
    text('givenBy', '登记人', { width: 90 }),
    moment('withdrawnAt', '撤回时间', { width: 150 }),
    text('withdrawnBy', '撤回登记人', { width: 100 }),
    text('reason', '撤回原因', { width: 180 }),
    text('proof', '凭据', { width: 180 }),
    moment('createdAt', '创建时间', { hidden: true }),
  ],
  toolbar: [
    { label: '登记同意', primary: true, allow: `${KEYS}:add`, open: (screen) => <ConsentDialog {...saving(screen)} /> },
  ],
  actions: [
    {
      label: '撤回',
      main: true,
      danger: true,
      allow: `${KEYS}:withdraw`,
      when: stands,
      open: (row, screen) => <WithdrawDialog row={row} {...saving(screen)} />,
    },
    {
      label: '客户',
      reads: true,
      allow: 'base:baseCustomer:list',
      open: (row, screen) => <CustomerPage id={row.customerId} onClose={screen.close} />,
    },
  ],
  card: (row) => ({
    title: `${row.customerName} · ${purposeLabel(row.purpose)}`,
    subtitle: CONSENT_TONES[row.state as keyof typeof CONSENT_TONES].text,
    facts: [
      ['同意方式', channelLabel(row.channel)],
      ['同意时间', momentText(row.givenAt)],
      ['登记人', row.givenBy],
      ['撤回', stands(row) ? '' : `${momentText(row.withdrawnAt)} ${row.reason}`],
    ],
  }),
});
