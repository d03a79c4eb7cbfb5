/** 开新店: a shop from its name to its first sale, step by step; what was begun is taken up again from the list. */
import { RouterLink, messageOf, refreshViews, useCan, useNavigate, useRecord, useSearchParams } from 'root-config/api';
import { Button, EmptyState, FailedState, Heading, SkeletonBox, usePhone } from 'root-config/ui';
import { useState } from 'react';
import { SHOP_SETUP_KEY, SHOP_SETUP_PATH, ShopSetups } from 'services/system/contract';
import { ShopDialog } from '../shop/shop-dialog.tsx';
import { ShopList, inOrder } from './shop-list.tsx';
import { ShopSteps } from './steps.tsx';
import './shop-setup.css';

const HERE = '/admin/shop-setup';
const whoAdds = ({ who }: ShopSetups): string =>
  who.length === 0 ? '' : `新增分店要由不限分店的人来做，请找：${who.join('、')}`;

type BodyProps = { readonly setups: ShopSetups; readonly asked: number | undefined; readonly onAdd: () => void };
/** On a phone the list, or one shop of it. */
const Body = ({ setups, asked, onAdd }: BodyProps) => {
  const phone = usePhone();
  const { shops, mayOpen } = setups;
  const chosen = asked ?? (phone ? undefined : inOrder(shops)[0]?.shopId);
  if (shops.length === 0)
    return (
      <EmptyState
        title="还没有分店"
        text={mayOpen ? '先新增一家分店，再按步骤往下走：部门、人员、收银台、模板、期初库存。' : whoAdds(setups)}
      >
        {mayOpen ? (
          <Button variant="primary" onClick={onAdd}>
            新增第一家分店
          </Button>
        ) : null}
      </EmptyState>
    );
  return (
    <div className="shop-setup-body">
      {phone && chosen !== undefined ? (
        <RouterLink className="shop-setup-back" to={HERE}>
          ← 全部分店
        </RouterLink>
      ) : (
        <ShopList shops={shops} chosen={chosen} />
      )}
      {chosen === undefined ? null : <ShopSteps key={chosen} shopId={chosen} />}
    </div>
  );
};

const Setups = () => {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const { record, error, retry } = useRecord(SHOP_SETUP_PATH, ShopSetups);
  const [adding, add] = useState(false);
  const asked = Number(params.get('shopId')) || undefined;
  const screen = { close: () => add(false), reload: () => void refreshViews([SHOP_SETUP_PATH]) };
  return (
    <div className="shop-setup">
      <header>
        <Heading as="h2" variant="medium">
          开新店
        </Heading>
        <span className="shop-setup-quiet">从分店到开出第一张销售单，每一步缺什么、谁能做。</span>
        {record?.mayOpen === true ? (
          <Button variant="primary" size="small" onClick={() => add(true)}>
            新增分店
          </Button>
        ) : null}
      </header>
      {record !== null ? (
        <>
          {record.mayOpen || record.shops.length === 0 ? null : <p className="shop-setup-quiet">{whoAdds(record)}</p>}
          <Body setups={record} asked={asked} onAdd={() => add(true)} />
        </>
      ) : error === null ? (
        <SkeletonBox height={360} />
      ) : (
        <FailedState message={messageOf(error)} onRetry={retry} />
      )}
      {adding ? (
        <ShopDialog
          row={null}
          mode="add"
          screen={screen}
          onAdded={(shopId) => void navigate(`${HERE}?shopId=${shopId}`)}
        />
      ) : null}
    </div>
  );
};
const ShopSetupScreen = () =>
  useCan(SHOP_SETUP_KEY) ? <Setups /> : <EmptyState title="没有权限" text="需要“开新店”的查看权限，请联系管理员。" />;
export default ShopSetupScreen;
