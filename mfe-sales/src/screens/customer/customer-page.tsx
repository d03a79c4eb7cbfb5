/** 客户详情 (R50): everything of one customer: purchases, returns, old gold, open repairs, points, stored value. */
import { customerList } from 'projections/master-data/contract';
import { can, messageOf, useRecord } from 'root-config/api';
import { Button, Dialog, FailedState, SegmentedControl, SkeletonBox, TotalsStrip, count, money } from 'root-config/ui';
import { useState, type ReactNode } from 'react';
import { CustomerRow } from 'services/master-data/contract';
import { Consents } from './consents.tsx';
import { CorrectionDialog } from './correction-dialog.tsx';
import { DocumentOver } from './document-over.tsx';
import { ErasureLine } from './erasure-request.tsx';
import { MergedCustomers } from './merged-customers.tsx';
import { OpenRepairs } from './open-repairs.tsx';
import { PointsLedger } from './points-ledger.tsx';
import { Purchases } from './purchases.tsx';
import { Recycled } from './old-gold.tsx';
import { Returns } from './returns.tsx';
import { StoredValue } from './stored-value.tsx';
import { useBills } from './use-bills.ts';
import { WechatLine } from './wechat.tsx';

const figuresOf = (row: CustomerRow, bills: number | null) => [
  { key: 'amount', label: '累计消费', text: money(row.amount), main: true },
  ...(bills === null ? [] : [{ key: 'bills', label: '消费单数', text: `${count(bills)} 单`, zero: bills === 0 }]),
  { key: 'usablePoints', label: '可用积分', text: count(row.usablePoints) },
  { key: 'usedPoints', label: '已用积分', text: count(row.usedPoints) },
  { key: 'heldPoints', label: '占用积分', text: count(row.heldPoints), zero: row.heldPoints === 0 },
  { key: 'amountPoints', label: '累计积分', text: count(row.amountPoints) },
];
const factsOf = (row: CustomerRow): string =>
  [
    row.mobile,
    row.contract,
    row.vip === '' ? '' : `会员卡 ${row.vip}`,
    row.birthday === '' ? '' : `生日 ${row.birthday}`,
  ]
    .filter(Boolean)
    .join(' · ');

const POINTS = { title: '积分明细', allow: null, Listing: PointsLedger } as const;
/** Each with the right that its list asks for. */
const PARTS = [
  { title: '消费记录', allow: 'biz:bizSell:list', Listing: Purchases },
  { title: '退货', allow: 'report:reportSellChange:list', Listing: Returns },
  { title: '旧料', allow: 'report:reportSellRecycle:list', Listing: Recycled },
  { title: '维修', allow: 'biz:bizSellClean:list', Listing: OpenRepairs },
  POINTS,
  { title: '储值', allow: null, Listing: StoredValue },
  { title: '授权同意', allow: 'base:baseCustomerConsent:list', Listing: Consents },
] as const;
type Title = (typeof PARTS)[number]['title'];
const usableParts = () => PARTS.filter(({ allow }) => allow === null || can(allow));

type SectionsProps = {
  readonly record: CustomerRow;
  readonly part: Title;
  readonly onPart: (part: Title) => void;
  readonly action: ReactNode;
  readonly onChanged: () => void;
};
const Parts = ({ record, part, onPart, action, onChanged }: SectionsProps) => {
  const parts = usableParts();
  const [document, setDocument] = useState<string | null>(null);
  const { title: shown, Listing } = parts.find(({ title }) => title === part) ?? parts[0] ?? POINTS;
  return (
    <>
      <div css={{ display: 'flex', justifyContent: 'space-between', gap: 8, margin: '12px 0', flexWrap: 'wrap' }}>
        <SegmentedControl
          aria-label="内容"
          variant={{ narrow: 'dropdown', regular: 'default' }}
          onChange={(index) => onPart(parts[index]?.title ?? POINTS.title)}
        >
          {parts.map(({ title }) => (
            <SegmentedControl.Button key={title} selected={title === shown}>
              {title}
            </SegmentedControl.Button>
          ))}
        </SegmentedControl>
        {action}
      </div>
      <Listing key={`${shown}/${record.id}`} customerId={record.id} customer={record} onDocument={setDocument} />
      {document === null ? null : (
        <DocumentOver no={document} onChanged={onChanged} onClose={() => setDocument(null)} />
      )}
    </>
  );
};

type DetailsProps = {
  readonly record: CustomerRow;
  readonly onOpen: (id: number) => void;
  readonly onChanged: () => void;
};
const Details = ({ record, onOpen, onChanged }: DetailsProps) => {
  const [part, setPart] = useState<Title>('消费记录');
  const [correcting, setCorrecting] = useState(false);
  const bills = useBills(record.id);
  const { mergedInto } = record;
  const correctable = can('base:baseCustomer:points') && !record.walkIn && mergedInto === null;
  const corrected = (): void => {
    setCorrecting(false);
    setPart(POINTS.title);
    onChanged();
  };
  return (
    <>
      <p css={{ margin: '0 0 8px' }}>{factsOf(record)}</p>
      {record.walkIn ? <p className="ui-hint">散客是未留姓名的顾客，不累计金额和积分。</p> : null}
      {mergedInto === null ? null : (
        <p className="ui-hint">
          已合并到其他客户。{' '}
          <Button size="small" onClick={() => onOpen(mergedInto)}>
            查看保留的客户
          </Button>
        </p>
      )}
      <ErasureLine customer={record} />
      <WechatLine customer={record} onChanged={onChanged} />
      <MergedCustomers customer={record} onOpen={onOpen} onChanged={onChanged} />
      <TotalsStrip counts="" figures={figuresOf(record, bills)} />
      <Parts
        record={record}
        part={part}
        onPart={setPart}
        onChanged={onChanged}
        action={correctable ? <Button onClick={() => setCorrecting(true)}>调整积分</Button> : null}
      />
      {correcting ? (
        <CorrectionDialog customer={record} onSaved={corrected} onClose={() => setCorrecting(false)} />
      ) : null}
    </>
  );
};

export const CustomerPage = ({ id: first, onClose }: { readonly id: number; readonly onClose: () => void }) => {
  // A record that was merged into this one is looked at in its place.
  const [id, setId] = useState(first);
  const { record, pending, error, retry } = useRecord(`${customerList.path}/${id}`, CustomerRow);
  return (
    <Dialog
      title={record?.name ?? '客户详情'}
      position={{ narrow: 'fullscreen', regular: 'right' }}
      width="xlarge"
      onClose={onClose}
    >
      {pending ? <SkeletonBox height={240} /> : null}
      {error === null ? null : <FailedState message={messageOf(error)} onRetry={retry} />}
      {record === null ? null : <Details record={record} onOpen={setId} onChanged={retry} />}
    </Dialog>
  );
};
