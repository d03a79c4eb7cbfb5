/** The steps of one shop, each with what lacks and what brings it on. */
import { RouterLink, can, messageOf, refreshViews, useRecord } from 'root-config/api';
import { Button, FailedState, Heading, SkeletonBox, StatusLabel } from 'root-config/ui';
import { useState, type ReactNode } from 'react';
import { SHOP_SETUP_PATH, STEP_TITLES, ShopSetup, type SetupStep } from 'services/system/contract';
import { DepartmentDialog } from '../dept/dept-dialog.tsx';
import { ShopDialog } from '../shop/shop-dialog.tsx';
import { UserDialog } from '../user/user-dialog.tsx';
import { actionOf, type StepDialog } from './actions.ts';
import { People } from './people.tsx';
import { SightDialog } from './sight-dialog.tsx';

const STATES = { true: { text: '已好', tone: 'success' }, false: { text: '还缺', tone: 'attention' } } as const;

type OpenDialog =
  | { readonly kind: StepDialog }
  | { readonly kind: 'edit' | 'sight'; readonly userId: number; readonly name: string };
type OpenedProps = { readonly of: OpenDialog; readonly setup: ShopSetup; readonly onClose: () => void };
const OpenedDialog = ({ of, setup, onClose }: OpenedProps) => {
  const screen = { close: onClose, reload: () => void refreshViews([SHOP_SETUP_PATH]) };
  const { shopId, shopName, departmentId, departmentParentId } = setup;
  switch (of.kind) {
    case 'shop':
      return <ShopDialog row={{ id: shopId }} mode="edit" screen={screen} />;
    case 'department':
      return <DepartmentDialog row={null} parentId={departmentParentId} mode="add" screen={screen} called={shopName} />;
    case 'user':
      return <UserDialog row={null} mode="add" screen={screen} place={{ shopId, deptId: departmentId }} />;
    case 'edit':
      return <UserDialog row={{ userId: of.userId }} mode="edit" screen={screen} />;
    case 'sight':
      return <SightDialog userId={of.userId} name={of.name} onClose={onClose} />;
  }
};

const Who = ({ step: { done, allowed, who } }: { readonly step: SetupStep }) => {
  if (done || allowed) return null;
  return (
    <p className="shop-setup-quiet">
      {who.length > 0 ? `你没有这项权限，请找：${who.join('、')}` : '还没有人有这项权限，请系统管理员在“角色”里授予。'}
    </p>
  );
};
type LineProps = {
  readonly step: SetupStep;
  readonly setup: ShopSetup;
  readonly onOpen: (dialog: StepDialog) => void;
  readonly children?: ReactNode;
};
const Line = ({ step, setup, onOpen, children }: LineProps) => {
  const action = step.allowed ? actionOf(step, setup) : null;
  const look = { size: 'small', variant: step.done ? 'default' : 'primary' } as const;
  return (
    <li>
      <StatusLabel value={String(step.done)} labels={STATES} />
      <strong>{STEP_TITLES[step.key]}</strong>
      <div>
        <span>{step.text}</span>
        <Who step={step} />
        {children}
      </div>
      {action === null ? null : 'to' in action ? (
        <Button as={RouterLink} to={action.to} {...look}>
          {action.label}
        </Button>
      ) : (
        <Button {...look} onClick={() => onOpen(action.dialog)}>
          {action.label}
        </Button>
      )}
    </li>
  );
};

export const ShopSteps = ({ shopId }: { readonly shopId: number }) => {
  const { record, error, retry } = useRecord(`${SHOP_SETUP_PATH}/${shopId}`, ShopSetup);
  const [opened, open] = useState<OpenDialog>();
  if (error !== null && record === null) return <FailedState message={messageOf(error)} onRetry={retry} />;
  if (record === null) return <SkeletonBox height={360} />;
  const { shopName, lacks, steps, people } = record;
  return (
    <section aria-label={shopName} className="shop-setup-shop">
      <Heading as="h3" variant="small">
        {shopName}
      </Heading>
      <p>
        <span role="status">
          {lacks.length === 0 ? '什么都不缺，可以开卖了。' : `还缺 ${lacks.length} 项：${lacks.join('、')}`}
        </span>
        {lacks.length === 0 && can('biz:bizSell:add') ? <RouterLink to="/sales/order">去开销售单</RouterLink> : null}
      </p>
      <ol aria-label="开店步骤">
        {steps.map((step) => (
          <Line key={step.key} step={step} setup={record} onOpen={(kind) => open({ kind })}>
            {step.key === 'people' && people.length > 0 ? (
              <People
                people={people}
                onSight={({ userId, nickName: name }) => open({ kind: 'sight', userId, name })}
                onEdit={({ userId, nickName: name }) => open({ kind: 'edit', userId, name })}
              />
            ) : null}
          </Line>
        ))}
      </ol>
      {opened === undefined ? null : <OpenedDialog of={opened} setup={record} onClose={() => open(undefined)} />}
    </section>
  );
};
