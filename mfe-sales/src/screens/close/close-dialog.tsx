/** 结账 (R141): shop and day; documents that wait for their audit are named, and whoever closes all the same says so. */
import { ApiError, client } from 'root-config/api';
import { FormDialog, type Section } from 'root-config/ui';
import { useState } from 'react';
import { CLOSE_PATH, PendingKinds, type PendingKind } from 'services/close/contract';
import { addDays, dayOf } from 'services/contracts/dates';

type Values = {
  readonly shopId: number;
  readonly closedUntil: string;
  readonly force: boolean;
  readonly remark: string;
};
const STILL_WAITING = '还有单据未审核，请先处理，或勾选此项';
type Pending = readonly PendingKind[];
/** What waits where it was looked for: another shop or day says nothing of it. */
type PendingOfDay = { readonly shopId: number; readonly closedUntil: string; readonly pending: Pending };
const isOf = ({ shopId, closedUntil, pending }: PendingOfDay, values: Partial<Values>): boolean =>
  pending.length > 0 && values.shopId === shopId && values.closedUntil === closedUntil;
/** Whoever said to close all the same said so of that shop and day. */
const unforced = (): Partial<Values> => ({ force: false });
/** What the refusal names; none where it is another one. */
const pendingIn = (error: unknown): Pending => {
  const found = error instanceof ApiError && error.status === 409 ? PendingKinds.safeParse(error.data) : undefined;
  return found?.success === true ? found.data : [];
};

/** At the tick: with another shop or day it is gone. */
const asking = (cause: unknown): ApiError =>
  new ApiError({ status: 409, msg: STILL_WAITING, fields: [{ path: 'force', message: STILL_WAITING }] }, { cause });

const PendingList = ({ pending }: { readonly pending: Pending }) => (
  <section aria-label="未审核的单据">
    <p role="status" style={{ margin: 0 }}>
      审核或删除后再结账；仍要结账的，要等重开后才能处理它们。
    </p>
    <dl css={{ margin: '8px 0 0', display: 'grid', gridTemplateColumns: 'max-content 1fr', gap: '4px 16px' }}>
      {pending.map(({ kind, label, documents, more }) => (
        <div key={kind} css={{ display: 'contents' }}>
          <dt>{label}</dt>
          <dd css={{ margin: 0, overflowWrap: 'anywhere' }}>
            {documents.map(({ no }) => no).join('、')}
            {more ? ' 等' : ''}
          </dd>
        </div>
      ))}
    </dl>
  </section>
);

const askingSections = (found: PendingOfDay): readonly Section<Values>[] => [
  { render: ({ values }) => (isOf(found, values) ? <PendingList pending={found.pending} /> : null) },
  {
    columns: 1,
    fields: [{ kind: 'checkbox', name: 'force', label: '仍要结账', hidden: (values) => !isOf(found, values) }],
  },
];
const sectionsWith = (found: PendingOfDay): readonly Section<Values>[] => [
  {
    columns: 2,
    fields: [
      { kind: 'shop', name: 'shopId', label: '分店', required: '分店名称不能为空', follow: unforced },
      {
        kind: 'day',
        name: 'closedUntil',
        label: '结账至',
        required: '请选择日期',
        limited: false,
        follow: unforced,
        hint: '最晚到昨天。这一天及以前的单据不能再新增、修改、审核、反审核或删除',
      },
      { kind: 'textarea', name: 'remark', label: '备注', maxLength: 200, span: 2 },
    ],
  },
  ...(found.pending.length === 0 ? [] : askingSections(found)),
];

type Props = { readonly onSaved: () => void; readonly onClose: () => void };
export const CloseDialog = ({ onSaved, onClose }: Props) => {
  const [found, setFound] = useState<PendingOfDay>({ shopId: 0, closedUntil: '', pending: [] });
  const [yesterday] = useState(() => addDays(dayOf(new Date()), -1));
  return (
    <FormDialog<Values>
      title="结账"
      mode="add"
      width={500}
      path={CLOSE_PATH}
      draft={false}
      initial={{ closedUntil: yesterday, force: false }}
      sections={sectionsWith(found)}
      buttons={[{ name: 'save', label: '结账', variant: 'primary' }]}
      save={async ({ shopId, closedUntil, force, remark }, { key }) => {
        try {
          const body = { shopId, closedUntil, force: force === true, remark: remark ?? '' };
          return await client.post(CLOSE_PATH, body, { headers: { 'Idempotency-Key': key } });
        } catch (error) {
          const pending = pendingIn(error);
          setFound({ shopId, closedUntil, pending });
          throw pending.length === 0 ? error : asking(error);
        }
      }}
      onSaved={onSaved}
      onClose={onClose}
    />
  );
};
